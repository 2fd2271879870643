// Prepares a command: its user, arguments and environment.
#include "command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "fields.h"

#define DEBIAN_PATH "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"
#define DEBIAN_ROOT_PATH "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#define NIXOS_BIN "/run/current-system/sw/bin"
#define NIXOS_PATH "/run/wrappers/bin:" NIXOS_BIN ":/usr/bin:/bin"

void list_add(char ***list, const char *text) {
    size_t n = 0;
    while (*list && (*list)[n]) n++;
    char **grown = realloc(*list, (n + 2) * sizeof *grown);
    if (!grown) abort();
    grown[n] = text_copy(text, strlen(text));
    grown[n + 1] = NULL;
    *list = grown;
}

static bool sets(const char *entry, const char *key) {
    size_t n = strlen(key);
    return strncmp(entry, key, n) == 0 && entry[n] == '=';
}

static void default_env(char ***env, const char *key, const char *value) {
    for (char **entry = *env; entry && *entry; entry++)
        if (sets(*entry, key)) return;
    struct buffer b = {0};
    buffer_print(&b, "%s=%s", key, value);
    buffer_append(&b, "", 1);
    list_add(env, (const char *)buffer_bytes(&b));
    buffer_free(&b);
}

static const char *default_path(const struct user *u) {
    if (access(NIXOS_BIN, X_OK) == 0) return NIXOS_PATH;
    return u->uid == 0 ? DEBIAN_ROOT_PATH : DEBIAN_PATH;
}

static void fill_env(struct command *c) {
    default_env(&c->env, "PATH", default_path(&c->user));
    default_env(&c->env, "HOME", c->user.home);
    default_env(&c->env, "USER", c->user.name);
    default_env(&c->env, "LOGNAME", c->user.name);
    default_env(&c->env, "SHELL", c->user.shell);
    default_env(&c->env, "LANG", "C.UTF-8");
    if (c->pty) default_env(&c->env, "TERM", "xterm-256color");
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Only shells known to take -l, -c and "$@" may wrap a command; for others /bin/sh reads the profile.
static const char *wrapping_shell(const char *shell) {
    static const char *const known[] = {"bash", "dash", "sh", "zsh", "ksh", NULL};
    for (const char *const *name = known; *name; name++)
        if (strcmp(base_name(shell), *name) == 0) return shell;
    return "/bin/sh";
}

// `-bash` alone is the user's own login shell; with arguments a login shell becomes them once it has read the profile.
static void wrap_in_login(struct command *c, char **argv) {
    char **wrapped = NULL;
    if (!argv[0]) {
        struct buffer b = {0};
        buffer_print(&b, "-%s", base_name(c->user.shell));
        buffer_append(&b, "", 1);
        list_add(&wrapped, (const char *)buffer_bytes(&b));
        buffer_free(&b);
        c->file = c->user.shell;
    } else {
        c->file = wrapping_shell(c->user.shell);
        list_add(&wrapped, base_name(c->file));
        list_add(&wrapped, "-l");
        list_add(&wrapped, "-c");
        list_add(&wrapped, "exec \"$@\"");
        list_add(&wrapped, base_name(c->file));
        for (char **arg = argv; *arg; arg++) list_add(&wrapped, *arg);
    }
    list_free(argv);
    c->argv = wrapped;
}

// Where the machine's files are Belljar's own, there is no such folder.
static bool uses_tools(char **env) {
    for (char **entry = env; entry && *entry; entry++)
        if (strcmp(*entry, "BELLJAR_TOOLS=1") == 0) return geteuid() == 0 && access(TOOLS_FOLDER, F_OK) == 0;
    return false;
}

static bool env_is_sound(char **env) {
    for (char **entry = env; entry && *entry; entry++)
        if (**entry == '=' || !strchr(*entry, '=')) return false;
    return true;
}

bool command_prepare(struct command *c, const char *user, char **argv, char **env, bool login, bool pty, const char **why) {
    *c = (struct command){.argv = argv, .env = env, .pty = pty, .in = -1, .out = -1, .err = -1};
    *why = NULL;
    c->tools = uses_tools(env);
    if (!env_is_sound(env)) *why = "an ENV field is not K=V";
    if (!argv[0] && !login) *why = "no ARG field";
    if (!user_find(&c->user, user)) *why = "no such user in /etc/passwd";
    if (*why) return false;
    if (login)
        wrap_in_login(c, argv);
    else
        c->file = argv[0];
    fill_env(c);
    return true;
}

void command_free(struct command *c) {
    list_free(c->argv);
    list_free(c->env);
    user_free(&c->user);
    *c = (struct command){0};
}
