// The launcher works in a user namespace of its own (unless root), the jail in another one below it: only so may a
// launcher without root change the jail's mounts while the jail runs.
#include "ids.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail.h"
#include "kernel.h"

// Whether an id of this namespace is 0 in the namespace around it.
static void check_outer(const char *file, const struct id_map *maps, size_t count) {
    FILE *from = fopen(file, "re");
    unsigned long inside, outside, length;
    if (!from) die("cannot be read", file);
    while (fscanf(from, "%lu %lu %lu", &inside, &outside, &length) == 3) {
        if (outside != 0) continue;
        for (size_t i = 0; i < count; i++)
            if (maps[i].outside <= inside && inside - maps[i].outside < maps[i].count) {
                errno = 0;
                die("the plan maps ids to the root user or group of this computer; expected others", file);
            }
    }
    fclose(from);
}

void ids_check(const struct plan *plan) {
    check_outer("/proc/self/uid_map", plan->users, plan->user_maps);
    check_outer("/proc/self/gid_map", plan->groups, plan->group_maps);
}

static long setting(const char *path) {
    char text[32] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    return got > 0 ? atol(text) : -1;
}

const char *ids_forbidden(void) {
    if (setting("/proc/sys/user/max_user_namespaces") == 0)
        return "user namespaces are switched off on this computer; to allow them: sysctl user.max_user_namespaces=10000";
    if (geteuid() == 0) return NULL;
    if (setting("/proc/sys/kernel/unprivileged_userns_clone") == 0)
        return "user namespaces need root on this computer; to allow them: sysctl kernel.unprivileged_userns_clone=1";
    if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1)
        return "AppArmor restricts user namespaces on this computer; to allow them: an AppArmor profile with \"userns,\" for "
               "belljar-jail, or sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    return NULL;
}

// AppArmor lets a user namespace be created, and forbids what it is for: then the next step fails.
static _Noreturn void cannot(const char *what) {
    int error = errno;
    const char *why = ids_forbidden();
    errno = why ? 0 : error;
    die(why ? why : what, NULL);
}

// Only the caller's own id can be mapped without newuidmap.
static bool own_only(const struct id_map *maps, size_t count, uint32_t own) {
    return count == 1 && maps[0].count == 1 && maps[0].outside == own;
}

static void identity_map(char *text, size_t size, const struct id_map *maps, size_t count, uint32_t own) {
    size_t used = 0;
    bool has_own = false;
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, size - used, "%u %u %u\n", maps[i].outside, maps[i].outside, maps[i].count);
        has_own |= own >= maps[i].outside && own - maps[i].outside < maps[i].count;
    }
    if (!has_own) snprintf(text + used, size - used, "%u %u 1\n", own, own);
}

static void run_helper(const char *helper, pid_t target, char *map) {
    char *words[2 + 3 * (MAPS_MOST + 1) + 1], pid[16];
    size_t n = 0;
    snprintf(pid, sizeof pid, "%d", target);
    words[n++] = (char *)(uintptr_t)helper;
    words[n++] = pid;
    for (char *word = strtok(map, " \n"); word; word = strtok(NULL, " \n")) words[n++] = word;
    words[n] = NULL;
    pid_t child = fork();
    if (child == 0) {
        execvp(helper, words);
        perror(helper);
        _exit(127);
    }
    int status = -1;
    errno = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        die("cannot map the plan's ids; expected a range for this user in /etc/subuid and /etc/subgid, and the package uidmap",
            helper);
}

// Runs in a process that stays outside, because only there newuidmap has its rights.
static void map_from_outside(const struct plan *plan, pid_t target, uid_t user, gid_t group) {
    char map[512];
    identity_map(map, sizeof map, plan->users, plan->user_maps, user);
    run_helper("newuidmap", target, map);
    identity_map(map, sizeof map, plan->groups, plan->group_maps, group);
    run_helper("newgidmap", target, map);
    _exit(0);
}

static void enter_with_ranges(const struct plan *plan) {
    int go[2];
    pid_t self = getpid();
    uid_t user = geteuid();
    gid_t group = getegid();
    if (pipe2(go, O_CLOEXEC) != 0) die("a pipe cannot be made", NULL);
    pid_t helper = fork();
    if (helper < 0) die("cannot fork", NULL);
    if (helper == 0) {
        char c;
        close(go[1]);
        if (read(go[0], &c, 1) != 1) _exit(REFUSED);
        map_from_outside(plan, self, user, group);
    }
    close(go[0]);
    if (unshare(CLONE_NEWUSER) != 0) cannot("a user namespace cannot be created");
    int status = -1;
    if (write(go[1], "", 1) != 1 || waitpid(helper, &status, 0) != helper || status != 0) _exit(REFUSED);
    close(go[1]);
}

static void enter_with_own(void) {
    char user[64], group[64];
    snprintf(user, sizeof user, "%u %u 1", geteuid(), geteuid());
    snprintf(group, sizeof group, "%u %u 1", getegid(), getegid());
    if (unshare(CLONE_NEWUSER) != 0) cannot("a user namespace cannot be created");
    if (!write_file("/proc/self/setgroups", "deny") || !write_file("/proc/self/uid_map", user) ||
        !write_file("/proc/self/gid_map", group))
        cannot("this user's ids cannot be mapped");
}

void ids_enter_own(const struct plan *plan) {
    if (geteuid() != 0) {
        bool own = own_only(plan->users, plan->user_maps, geteuid()) && own_only(plan->groups, plan->group_maps, getegid());
        if (own)
            enter_with_own();
        else
            enter_with_ranges(plan);
    }
    if (unshare(CLONE_NEWNS) != 0) cannot("a mount namespace cannot be created");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) cannot("mounts cannot be made private");
}

static void write_map(pid_t child, const char *file, const struct id_map *maps, size_t count) {
    char path[64], text[512];
    size_t used = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", child, file);
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%u %u %u\n", maps[i].inside, maps[i].outside, maps[i].count);
    if (!write_file(path, text)) die("the jail's ids cannot be mapped", path);
}

void ids_map_jail(const struct plan *plan, pid_t child) {
    write_map(child, "uid_map", plan->users, plan->user_maps);
    write_map(child, "gid_map", plan->groups, plan->group_maps);
}

// The namespace outlives its only process, which ends at once: the mounts keep it.
int ids_mapping(const struct plan *plan) {
    int ready[2];
    char path[64], c;
    if (pipe2(ready, O_CLOEXEC) != 0) die("a pipe cannot be made", NULL);
    pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWUSER) != 0 || write(ready[1], "", 1) != 1) _exit(REFUSED);
        pause();
        _exit(REFUSED);
    }
    close(ready[1]);
    if (child < 0 || read(ready[0], &c, 1) != 1) cannot("a user namespace cannot be created");
    close(ready[0]);
    ids_map_jail(plan, child);
    snprintf(path, sizeof path, "/proc/%d/ns/user", child);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) die("the jail's namespace cannot be opened", path);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    return fd;
}
