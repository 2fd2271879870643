// Reads the two files each time: they are short, and accounts may be added while the agent runs.
#include "user.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buffer.h"

// A pipe or a device in the place of the file would block the agent.
static FILE *open_regular(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat st;
    FILE *file = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? fdopen(fd, "r") : NULL;
    if (!file && fd >= 0) close(fd);
    return file;
}

static bool read_account(struct user *u, const char *name) {
    FILE *file = open_regular("/etc/passwd");
    if (!file) return false;
    bool found = false;
    for (struct passwd *p; !found && (p = fgetpwent(file));) {
        if (strcmp(p->pw_name, name) != 0) continue;
        const char *shell = *p->pw_shell ? p->pw_shell : "/bin/sh";
        u->name = text_copy(p->pw_name, strlen(p->pw_name));
        u->home = text_copy(p->pw_dir, strlen(p->pw_dir));
        u->shell = text_copy(shell, strlen(shell));
        u->uid = p->pw_uid;
        u->gid = p->pw_gid;
        found = true;
    }
    fclose(file);
    return found;
}

static void read_groups(struct user *u) {
    u->groups[u->group_count++] = u->gid;
    FILE *file = open_regular("/etc/group");
    if (!file) return;
    for (struct group *g; (g = fgetgrent(file)) && u->group_count < GROUPS_MOST;) {
        if (g->gr_gid == u->gid) continue;
        for (char **member = g->gr_mem; *member; member++) {
            if (strcmp(*member, u->name) != 0) continue;
            u->groups[u->group_count++] = g->gr_gid;
            break;
        }
    }
    fclose(file);
}

bool user_find(struct user *u, const char *name) {
    *u = (struct user){0};
    if (!read_account(u, name)) return false;
    read_groups(u);
    return true;
}

void user_free(struct user *u) {
    free(u->name);
    free(u->home);
    free(u->shell);
    *u = (struct user){0};
}
