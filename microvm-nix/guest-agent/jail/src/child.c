// The jail's first process, until it runs the small init that lies inside.
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail.h"
#include "privileges.h"
#include "root.h"

// Above what any plan keeps inside, and below the usual limit of 1024.
#define ASIDE 200

static void wait_for_maps(int control) {
    struct message message;
    struct passed passed;
    // The launcher said what was wrong if it is gone.
    if (message_receive(control, &message, &passed) != 1 || message.type != GO) _exit(REFUSED);
    passed_close(&passed);
}

// Keys of the caller's session stay outside.
static void leave_keys(void) {
    if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 && errno != ENOSYS) die("a session keyring cannot be made", NULL);
}

static void loopback_up(void) {
    struct ifreq request = {.ifr_name = "lo"};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || ioctl(fd, SIOCGIFFLAGS, &request) != 0) die("the loopback interface cannot be found", NULL);
    request.ifr_flags |= IFF_UP;
    if (ioctl(fd, SIOCSIFFLAGS, &request) != 0) die("the loopback interface cannot be started", NULL);
    close(fd);
}

static int set_aside(int fd) {
    int aside = fcntl(fd, F_DUPFD_CLOEXEC, ASIDE);
    if (aside < 0) die("a file descriptor that the plan keeps cannot be used", NULL);
    return aside;
}

static void arrange(const struct plan *plan, int control, int plan_fd) {
    int fds[2 + KEPT_MOST];
    fds[0] = set_aside(control);
    fds[1] = set_aside(plan_fd);
    for (size_t i = 0; i < plan->kept_count; i++) fds[2 + i] = set_aside(plan->kept[i].outside);
    for (size_t i = 0; i < 2 + plan->kept_count; i++)
        if (dup2(fds[i], INIT_CONTROL + (int)i) < 0) die("file descriptors cannot be arranged", NULL);
    if (syscall(SYS_close_range, INIT_KEPT + plan->kept_count, ~0U, 0) != 0) die("inherited file descriptors cannot be closed", NULL);
}

void child_main(const struct plan *plan, const struct sources *sources, int control, int plan_fd, rlim_t files) {
    wait_for_maps(control);
    if (unshare(CLONE_NEWCGROUP) != 0) die("a cgroup namespace cannot be created", NULL);
    identity_enter(plan);
    leave_keys();
    if (!(plan->flags & NESTED)) nesting_forbid();
    root_enter(plan, sources);
    if (sethostname(plan->hostname, strlen(plan->hostname)) != 0) die("the host name cannot be set", plan->hostname);
    loopback_up();
    setsid();
    arrange(plan, control, plan_fd);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) die("a resource limit cannot be read", NULL);
    limit.rlim_cur = files;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) die("a resource limit cannot be set", NULL);
    privileges_drop();
    char *argv[] = {"belljar-init", NULL}, *env[] = {NULL};
    execve(INIT_PATH, argv, env);
    die("cannot be run in the jail", INIT_PATH);
}
