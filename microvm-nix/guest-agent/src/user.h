// Login names, looked up in /etc/passwd and /etc/group: a static program has no name service switch.
#ifndef BELLJAR_USER_H
#define BELLJAR_USER_H

#include <stdbool.h>
#include <sys/types.h>

#define GROUPS_MOST 64

struct user {
    char *name, *home, *shell;
    uid_t uid;
    gid_t gid;
    gid_t groups[GROUPS_MOST];
    int group_count;
};

// False if there is no such login name. user_free it otherwise.
bool user_find(struct user *u, const char *name);
void user_free(struct user *u);

#endif
