// The launcher: reads a plan, makes the jail, and stays as its warden. The order of the steps is what makes it safe.
#include <errno.h>
#include <grp.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "child.h"
#include "ids.h"
#include "jail.h"
#include "kernel.h"
#include "launch.h"
#include "privileges.h"
#include "warden.h"

static void check_owner(int fd, const char *path) {
    struct stat about;
    errno = 0;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) die("is not a file", path);
    if (about.st_uid != geteuid() || (about.st_mode & 022)) die("belongs to somebody else, or others can write it", path);
}

uint8_t *plan_load(const char *path, int fd, size_t *n) {
    if (path && (fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) < 0) die("cannot be opened", path);
    if (path) check_owner(fd, path);
    uint8_t *bytes = malloc(PLAN_MOST + 1);
    if (!bytes) die("out of memory", NULL);
    ssize_t got = 1;
    for (*n = 0; got > 0 && *n <= PLAN_MOST; *n += (size_t)(got > 0 ? got : 0)) {
        got = read(fd, bytes + *n, PLAN_MOST + 1 - *n);
        if (got < 0) die("the plan cannot be read", path);
    }
    close(fd);
    return bytes;
}

void plan_or_die(struct plan *plan, const uint8_t *bytes, size_t n) {
    const char *wrong = plan_read(plan, bytes, n);
    errno = 0;
    if (wrong) die(wrong, "the plan is wrong");
}

static bool is_kept(const struct plan *plan, int fd) {
    for (size_t i = 0; i < plan->kept_count; i++)
        if (plan->kept[i].outside == fd) return true;
    return false;
}

// Only what the plan keeps stays open, and only until the child has it.
static void close_inherited(const struct plan *plan) {
    for (size_t i = 0; i < plan->kept_count; i++)
        if (fcntl(plan->kept[i].outside, F_GETFD) < 0) die("a file descriptor that the plan keeps is not open", NULL);
    unsigned from = 3;
    for (unsigned fd = 3; fd <= 1023; fd++) {
        if (!is_kept(plan, (int)fd)) continue;
        if (fd > from && syscall(SYS_close_range, from, fd - 1, 0) != 0) die("inherited file descriptors cannot be closed", NULL);
        from = fd + 1;
    }
    if (syscall(SYS_close_range, from, ~0U, 0) != 0) die("inherited file descriptors cannot be closed", NULL);
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd) die("standard descriptors cannot be opened", NULL);
}

static rlim_t raise_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) die("a resource limit cannot be read", NULL);
    rlim_t soft = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) die("a resource limit cannot be set", NULL);
    return soft;
}

static int plan_file(const uint8_t *bytes, size_t n) {
    int fd = memfd_create("plan", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || !write_all(fd, bytes, n) || lseek(fd, 0, SEEK_SET) != 0 ||
        fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
        die("the plan cannot be passed on", NULL);
    return fd;
}

static int control_socket(const char *path) {
    if (!path) return -1;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 16) != 0)
        die("the supervisor's socket cannot be made there", path);
    umask(mask);
    return fd;
}

static int cgroup_folder(const char *path) {
    if (!path) return -1;
    int fd = open_beneath(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, RESOLVE_NO_MAGICLINKS);
    if (fd < 0 || faccessat(fd, "cgroup.kill", F_OK, 0) != 0) die("is not a cgroup v2 folder with cgroup.kill", path);
    return fd;
}

static pid_t start_child(int *pidfd, int cgroup) {
    struct clone_args how = {
        .flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWNET | CLONE_PIDFD,
        .pidfd = (uint64_t)(uintptr_t)pidfd,
        .exit_signal = SIGCHLD,
    };
    if (cgroup >= 0) {
        how.flags |= CLONE_INTO_CGROUP;
        how.cgroup = (uint64_t)cgroup;
    }
    long pid = syscall(SYS_clone3, &how, sizeof how);
    if (pid < 0) {
        const char *why = ids_forbidden();
        if (why) errno = 0;
        die(why ? why : "the jail's namespaces cannot be created", NULL);
    }
    return (pid_t)pid;
}

static int namespace_of(pid_t pid, const char *kind) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/%s", pid, kind);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) die("the jail's namespace cannot be opened", path);
    return fd;
}

// Ends with REFUSED if the jail did not become complete; its own message has been printed.
static void wait_ready(int control, pid_t child) {
    struct message message;
    struct passed passed;
    if (message_receive(control, &message, &passed) == 1 && message.type == READY) return;
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) fprintf(stderr, "belljar-jail: the jail's first process was killed; nothing was run\n");
    _exit(REFUSED);
}

static void close_sources(const struct plan *plan, struct sources *sources) {
    for (size_t i = 0; i < plan->mount_count; i++)
        if (sources->trees[i] >= 0 && plan->mounts[i].kind != MASK) close(sources->trees[i]);
    for (int i = 0; i < DEVICES; i++) close(sources->devices[i]);
    close(sources->init);
    if (sources->mapping >= 0) close(sources->mapping);
    for (size_t i = 0; i < plan->kept_count; i++) close(plan->kept[i].outside);
}

int launch(const char *plan_path, int plan_fd) {
    static struct plan plan;
    static struct sources sources;
    size_t n;
    int sockets[2], yes = 1;
    uint8_t *bytes = plan_load(plan_path, plan_fd, &n);
    plan_or_die(&plan, bytes, n);
    close_inherited(&plan);
    ids_check(&plan);
    rlim_t files = raise_files();
    struct jail jail = {.plan = &plan, .sources = &sources, .cgroup = cgroup_folder(plan.cgroup)};
    ids_enter_own(&plan);
    if (chdir("/") != 0) die("/ cannot be entered", NULL);
    sources_open(&sources, &plan);
    int passed = plan_file(bytes, n);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0 ||
        setsockopt(sockets[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) != 0)
        die("a socket cannot be made", NULL);
    jail.child = start_child(&jail.pidfd, jail.cgroup);
    if (jail.child == 0) {
        close(sockets[0]);
        child_main(&plan, &sources, sockets[1], passed, files);
    }
    close(sockets[1]);
    close(passed);
    jail.control = sockets[0];
    ids_map_jail(&plan, jail.child);
    jail.own_mounts = namespace_of(getpid(), "mnt");
    if (geteuid() == 0 && setgroups(0, NULL) != 0 && errno != EPERM) die("groups cannot be given up", NULL);
    warden_privileges();
    if (!message_send(jail.control, &(struct message){.type = GO}, NULL, 0)) die("the jail cannot be told to go on", NULL);
    close_sources(&plan, &sources);
    wait_ready(jail.control, jail.child);
    jail.mounts = namespace_of(jail.child, "mnt");
    jail.server = control_socket(plan.control);
    return warden_run(&jail);
}
