// The program's user, group and (dropped) privileges.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <dirent.h>
#include <unistd.h>

static bool put(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return written;
}

// Enters a user namespace that maps only this user and group, to their own numbers: files keep their owner, and the
// host agent, which owns the namespace, may still read the program's memory.
bool enter_user_namespace(void) {
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWUSER) == 0 && put("/proc/self/setgroups", "deny") && put("/proc/self/uid_map", users) &&
           put("/proc/self/gid_map", groups);
}

static void grant_read(const struct plan *plan, int fd, const struct stat *about, const char *name) {
    if ((about->st_mode & S_IROTH) != 0 || !S_ISREG(about->st_mode)) {
        return;
    }
    bool granted = about->st_gid == plan->group && (about->st_mode & S_IRGRP) != 0;
    if (!granted && (fchown(fd, (uid_t)-1, plan->group) != 0 || fchmod(fd, (about->st_mode & 07777) | S_IRGRP) != 0)) {
        die("cannot be made readable for the machines' group", name);
    }
}

static void grant_write(const struct plan *plan, int fd, const char *name) {
    if (fchown(fd, plan->user, plan->group) != 0) {
        die("the owner cannot be changed to the machine's user", name);
    }
}

static void grant_entry(const struct plan *plan, int folder, const struct dirent64 *entry) {
    // Their server creates sockets again, so they keep their owner; links are never followed.
    if (entry->d_type != DT_REG) {
        return;
    }
    int file = openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        die("cannot be opened", entry->d_name);
    }
    grant_write(plan, file, entry->d_name);
    close(file);
}

static void grant_folder(const struct plan *plan, int folder, const char *name) {
    static _Alignas(struct dirent64) char entries[8192];
    long length;
    while ((length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
        for (long at = 0; at < length;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
            grant_entry(plan, folder, entry);
            at += entry->d_reclen;
        }
    }
    if (length < 0) {
        die("cannot be listed", name);
    }
}

// Gives the plan's user access to its files: writable files get its owner, readable files its group.
void grant_files(const struct plan *plan) {
    for (size_t i = 0; i < plan->path_count; i++) {
        const struct path *path = &plan->paths[i];
        if (path->access != READ && path->access != WRITE) {
            continue;
        }
        struct stat about;
        int fd = open(path->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0 || fstat(fd, &about) != 0) {
            die("cannot be opened", path->name);
        }
        if (path->access == READ) {
            grant_read(plan, fd, &about, path->name);
            close(fd);
        } else {
            grant_write(plan, fd, path->name);
            if (S_ISDIR(about.st_mode)) {
                grant_folder(plan, fd, path->name);
            }
            close(fd);
        }
    }
}

// The groups of the plan's devices that give access to them.
static size_t device_groups(const struct plan *plan, gid_t *groups, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < plan->path_count && count < most; i++) {
        struct stat about;
        if (plan->paths[i].access == DEVICE && stat(plan->paths[i].name, &about) == 0 && about.st_gid != 0 &&
            (about.st_mode & S_IRGRP) != 0 && (about.st_mode & S_IROTH) == 0) {
            groups[count++] = about.st_gid;
        }
    }
    return count;
}

void become_user(const struct plan *plan) {
    if (!plan->own_user) {
        return;
    }
    gid_t groups[8];
    size_t count = device_groups(plan, groups, 8);
    if (setgroups(count, groups) != 0 || setresgid(plan->group, plan->group, plan->group) != 0 ||
        setresuid(plan->user, plan->user, plan->user) != 0) {
        die("cannot switch to the machine's own user", NULL);
    }
}

// Empties the bounding set, so that file capabilities have no effect. This needs a capability, so it is done before the
// capabilities are dropped.
void bound_capabilities(void) {
    for (int capability = 0; capability <= 63; capability++) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
            // EINVAL: this kernel does not know the capability or any later one; EPERM: a process without capabilities
            // cannot drop any.
            if (errno == EINVAL || errno == EPERM) {
                return;
            }
            die("capabilities cannot be dropped", NULL);
        }
    }
}

// Drops the special rights of root: after this call, root has none, not even in a user namespace.
void drop_capabilities(void) {
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &header, none) != 0) {
        die("capabilities cannot be dropped", NULL);
    }
    if (geteuid() == 0 && prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) == 1) {
        errno = EPERM;
        die("root's capabilities cannot be locked", NULL);
    }
}

void forbid_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        die("no_new_privs cannot be set", NULL);
    }
}
