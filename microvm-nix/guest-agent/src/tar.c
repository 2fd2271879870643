// put and get: run tar as the user, so that it has only the user's rights.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"
#include "kinds.h"

static bool member_is_sound(const char *member) {
    if (*member == 0 || *member == '/') return false;
    for (const char *at = member; *at;) {
        size_t n = strcspn(at, "/");
        if (n == 2 && at[0] == '.' && at[1] == '.') return false;
        at += n + (at[n] == '/');
    }
    return true;
}

// tar would interpret a member that looks like an option as one, at any position.
static void add_member(char ***argv, const char *member) {
    if (*member != '-') {
        list_add(argv, member);
        return;
    }
    struct buffer b = {0};
    buffer_print(&b, "./%s", member);
    buffer_append(&b, "", 1);
    list_add(argv, (const char *)buffer_bytes(&b));
    buffer_free(&b);
}

static char **base(const char *what) {
    char **argv = NULL;
    list_add(&argv, "tar");
    list_add(&argv, what);
    list_add(&argv, "--file=-");
    list_add(&argv, "--numeric-owner");
    return argv;
}

static void begin(struct link *link, uint32_t id, const struct fields *f, char **argv, const struct exec_plan *plan) {
    char *user = fields_text(f, TAG_USER), *path = fields_text(f, TAG_PATH);
    char **env = NULL;
    const char *why;
    struct command c;
    list_add(&env, "LC_ALL=C");
    list_add(&env, "BELLJAR_TOOLS=1");
    bool ready = command_prepare(&c, user ? user : link->settings->user, argv, env, false, false, &why);
    c.cwd = path;
    if (!path || *path != '/') {
        ready = false;
        why = "PATH must be absolute";
    }
    if (ready) {
        exec_begin(link, id, &c, plan);
    } else {
        command_free(&c);
        link_refuse(link, id, EINVAL, why);
    }
    free(user);
    free(path);
}

void put_open(struct link *link, uint32_t id, const struct fields *f) {
    static const struct exec_plan plan = {.input = true, .tar = true};
    char **argv = base("--extract");
    list_add(&argv, "--preserve-permissions");
    list_add(&argv, "--no-same-owner");
    list_add(&argv, "--delay-directory-restore");
    begin(link, id, f, argv, &plan);
}

void get_open(struct link *link, uint32_t id, const struct fields *f) {
    static const struct exec_plan plan = {.output = true, .tar = true};
    char **members = fields_list(f, TAG_ARG), **argv = base("--create");
    bool sound = true;
    for (char **member = members; *member; member++) {
        sound = sound && member_is_sound(*member);
        add_member(&argv, *member);
    }
    if (!*members) list_add(&argv, ".");
    list_free(members);
    if (sound) {
        begin(link, id, f, argv, &plan);
        return;
    }
    list_free(argv);
    link_refuse(link, id, EINVAL, "a member must be relative to PATH, without ..");
}
