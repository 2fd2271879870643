// A command's way from a copy of init to the program: session, limits, descriptors, and last the filter.
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail.h"
#include "privileges.h"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

// Above all numbers that a plan may keep inside.
#define ASIDE 64

// Shared with the process that passes the listener on: after the filter is set, the command can tell it anything only through
// memory, since the filter may forbid every call.
struct handover {
    _Atomic int listener; // 0 until it is there
};

static void take_stdio(const int stdio[3], int slave) {
    if (slave >= 0 && ioctl(slave, TIOCSCTTY, 0) != 0) die("the terminal cannot be taken", NULL);
    int aside[3];
    for (int i = 0; i < 3; i++) aside[i] = fcntl(slave >= 0 ? slave : stdio[i], F_DUPFD_CLOEXEC, ASIDE);
    for (int i = 0; i < 3; i++)
        if (aside[i] < 0 || dup2(aside[i], i) < 0) die("standard descriptors cannot be set", NULL);
}

static void take_kept(const struct plan *plan, uint32_t id) {
    int aside[KEPT_MOST];
    size_t count = id == 0 ? plan->kept_count : 0;
    for (size_t i = 0; i < count; i++)
        if ((aside[i] = fcntl(INIT_KEPT + (int)i, F_DUPFD_CLOEXEC, ASIDE)) < 0) die("a descriptor that the plan keeps is lost", NULL);
    if (syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) die("inherited descriptors cannot be closed", NULL);
    for (size_t i = 0; i < count; i++)
        if (dup2(aside[i], plan->kept[i].inside) < 0) die("a descriptor that the plan keeps cannot be set", NULL);
}

static void reset_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static const char *search_path(const struct command_plan *command) {
    for (size_t i = 0; i < command->envs; i++)
        if (strncmp(command->env[i], "PATH=", 5) == 0) return command->env[i] + 5;
    return "/usr/local/bin:/usr/bin:/bin";
}

static const char *find_program(const struct command_plan *command) {
    static char found[PATH_MAX];
    const char *name = command->argv[0];
    if (strchr(name, '/')) return name;
    for (const char *at = search_path(command); at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        int n = (int)strcspn(at, ":");
        if (n > 0 && snprintf(found, sizeof found, "%.*s/%s", n, at, name) < (int)sizeof found && access(found, X_OK) == 0)
            return found;
    }
    errno = ENOENT;
    die("was not found in PATH inside the jail", name);
}

static int set_filter(const struct plan *plan) {
    struct sock_fprog program = {(unsigned short)plan->filter_count, (struct sock_filter *)(uintptr_t)plan->filter};
    unsigned flags = plan->flags & LISTENER_WISHED ? SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0;
    long set = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    if (set < 0) die("the filter was not accepted (asking needs Linux 5.19)", NULL);
    return (int)set;
}

static _Noreturn void become(const struct plan *plan, const struct command_plan *command, uint32_t id, const int stdio[3], int slave,
                             int control, struct handover *handover) {
    setsid();
    take_stdio(stdio, slave);
    if (chdir(command->cwd) != 0) die("the working folder cannot be entered", command->cwd);
    const char *program = find_program(command);
    limits_set(plan);
    if (!message_send(control, &(struct message){.type = STARTED, .id = id}, NULL, 0)) die("the warden is gone", NULL);
    take_kept(plan, id);
    reset_signals();
    int listener = set_filter(plan);
    if (handover) atomic_store(&handover->listener, listener);
    execve(program, command->argv, command->env);
    die("cannot be run", program);
}

// Waits for the listener to show up in the table of descriptors, which is shared with the command until that runs its program.
static void pass_listener(struct handover *handover, int pidfd, int control, uint32_t id) {
    int listener;
    while ((listener = atomic_load(&handover->listener)) == 0) {
        struct pollfd gone = {pidfd, POLLIN, 0};
        const struct timespec soon = {0, 20000};
        if (ppoll(&gone, 1, &soon, NULL) > 0 && atomic_load(&handover->listener) == 0) return;
    }
    message_send(control, &(struct message){.type = LISTENER, .id = id}, &listener, 1);
}

static pid_t start_with_listener(const struct plan *plan, const struct command_plan *command, uint32_t id, const int stdio[3], int slave) {
    struct handover *handover = mmap(NULL, sizeof *handover, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int report[2];
    pid_t started = -1;
    if (handover == MAP_FAILED || pipe2(report, O_CLOEXEC) != 0) return -1;
    pid_t passer = fork();
    if (passer == 0) {
        int control = fcntl(INIT_CONTROL, F_DUPFD_CLOEXEC, ASIDE), aside = fcntl(report[1], F_DUPFD_CLOEXEC, ASIDE), pidfd = -1;
        // The command is init's child, not this process's; both share their descriptors.
        long pid = syscall(SYS_clone, CLONE_FILES | CLONE_PARENT | CLONE_PIDFD | SIGCHLD, NULL, &pidfd, NULL, 0);
        if (pid == 0) become(plan, command, id, stdio, slave, control, handover);
        started = (pid_t)pid;
        if (write(aside, &started, sizeof started) == sizeof started && pid > 0) pass_listener(handover, pidfd, control, id);
        _exit(0);
    }
    close(report[1]);
    if (passer < 0 || read(report[0], &started, sizeof started) != sizeof started) started = -1;
    close(report[0]);
    munmap(handover, sizeof *handover);
    return started;
}

pid_t command_start(const struct plan *plan, const struct command_plan *command, uint32_t id, const int stdio[3], int slave) {
    if (plan->flags & LISTENER_WISHED) return start_with_listener(plan, command, id, stdio, slave);
    pid_t pid = fork();
    if (pid == 0) become(plan, command, id, stdio, slave, fcntl(INIT_CONTROL, F_DUPFD_CLOEXEC, ASIDE), NULL);
    return pid;
}
