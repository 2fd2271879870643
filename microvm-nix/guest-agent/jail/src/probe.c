// `probe`: what this host allows, each thing tried in a process of its own.
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ids.h"
#include "jail.h"
#include "kernel.h"

static bool tried(bool (*what)(void)) {
    int status = 1;
    pid_t pid = fork();
    if (pid == 0) _exit(what() ? 0 : 1);
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool namespaces(void) {
    return unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_NEWCGROUP) == 0;
}

static bool overlays(void) {
    int fd = unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? (int)syscall(SYS_fsopen, "overlay", 0) : -1;
    return fd >= 0;
}

// The kernel looks at unknown flags before it looks at the filter: EFAULT means that it knows these.
static bool asking(void) {
    enum { NEW_LISTENER = 1 << 3, WAIT_KILLABLE_RECV = 1 << 5 };
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, NEW_LISTENER | WAIT_KILLABLE_RECV, NULL) < 0 && errno == EFAULT;
}

static bool cgroups(void) { return access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0; }

int probe_main(void) {
    struct utsname about;
    const char *why = ids_forbidden();
    uname(&about);
    bool can = tried(namespaces);
    printf("{\"kernel\":\"%s\",\"namespaces\":%s,\"asking\":%s,\"overlays\":%s,\"cgroupsV2\":%s,\"root\":%s,\"fix\":\"", about.release,
           can ? "true" : "false", tried(asking) ? "true" : "false", tried(overlays) ? "true" : "false", cgroups() ? "true" : "false",
           geteuid() == 0 ? "true" : "false");
    for (const char *at = can || !why ? "" : why; *at; at++) printf(*at == '"' ? "\\%c" : "%c", *at);
    puts("\"}");
    return 0;
}
