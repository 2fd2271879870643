// Tries each layer in a separate child process and prints as JSON which of them this host supports.
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct plan *tried;

static void try_nothing(void) {}

static void try_privileges(void) {
    forbid_privileges();
}

static void try_user_namespace(void) {
    if (!enter_user_namespace()) {
        _exit(REFUSED);
    }
}

static void try_view(void) {
    struct plan plan = {.namespaces = true, .sockets = true};
    plan.paths[plan.path_count++] = (struct path){SYSTEM, "/usr"};
    plan.paths[plan.path_count++] = (struct path){DEVICE, "/dev/null"};
    if (!unshare_namespaces(&plan)) {
        _exit(REFUSED);
    }
    enter_view(&plan);
    // Checks the purpose of a view: only the requested paths exist in it.
    if (access("/usr", F_OK) != 0 || access("/proc", F_OK) == 0 || access("/etc", F_OK) == 0) {
        _exit(REFUSED);
    }
}

static void try_own_user(void) {
    become_user(tried);
    if (geteuid() != tried->user) {
        _exit(REFUSED);
    }
}

static void try_filter(void) {
    struct plan plan = {.sockets = false};
    forbid_privileges();
    enter_filter(&plan);
    if (syscall(SYS_bpf, 0, NULL, 0) != -1 || errno != EPERM) {
        _exit(REFUSED);
    }
}

static void try_landlock(void) {
    struct plan plan = {.landlock = 1};
    plan.paths[plan.path_count++] = (struct path){SYSTEM, "/usr"};
    forbid_privileges();
    enter_landlock(&plan);
    if (open("/proc/self/stat", O_RDONLY) >= 0) {
        _exit(REFUSED);
    }
}

static void try_cgroup(void) {
    join_cgroup(tried);
}

static bool holds(void (*attempt)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 2);
        attempt();
        _exit(0);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const char *word(bool value) {
    return value ? "true" : "false";
}

static bool cgroup_holds(void) {
    if (tried->cgroup == NULL) {
        return false;
    }
    bool held = holds(try_cgroup);
    rmdir(tried->cgroup);
    return held;
}

int probe(const struct plan *plan) {
    tried = plan;
    if (!holds(try_nothing)) {
        die("the probe cannot be started", NULL);
    }
    bool landlock = landlock_abi() > 0 && holds(try_landlock);
    printf("{\"noNewPrivileges\":%s,\"userNamespace\":%s,\"view\":%s,\"landlock\":%d,\"filter\":%s,\"ownUser\":%s,"
           "\"cgroup\":%s,\"root\":%s}\n",
           word(holds(try_privileges)), word(holds(try_user_namespace)), word(holds(try_view)),
           landlock ? landlock_abi() : 0, word(holds(try_filter)),
           word(geteuid() == 0 && plan->own_user && holds(try_own_user)), word(cgroup_holds()), word(geteuid() == 0));
    return fflush(stdout) == 0 ? 0 : REFUSED;
}
