// Forks, and executes the program in the child. Not vfork: a program or folder on a hanging file system would then hang
// the agent too.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command.h"
#include "limits.h"

#define STATUS_FD 3

static void fail(const char *what) {
    struct spawn_failure failure = {.error = errno};
    strncpy(failure.what, what, sizeof failure.what - 1);
    ssize_t written = write(STATUS_FD, &failure, sizeof failure);
    _exit(written == sizeof failure ? 127 : 126);
}

// Not with sigaction(3): it refuses the two signals that the C library reserves, which may have been inherited as
// ignored.
static void default_signals(void) {
    static const unsigned long usual[4];    // the kernel's struct sigaction, all zero: SIG_DFL
    for (int n = 1; n < 65; n++) syscall(SYS_rt_sigaction, n, usual, NULL, 8);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// The agent is protected from the out-of-memory killer; its commands must not be.
static void ordinary_oom_score(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t ignored = write(fd, "0", 1);
    (void)ignored;
    close(fd);
}

// Nor must they come before other programs, as the agent does.
static void ordinary_priority(void) {
    if (getpriority(PRIO_PROCESS, 0) < 0) setpriority(PRIO_PROCESS, 0, 0);
}

// Commands must not inherit the agent's limits either: these are the limits of an ordinary login.
static void ordinary_limits(void) {
    struct rlimit files, locked = {8 << 20, 8 << 20};
    if (geteuid() != 0) return;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > 1024) files.rlim_cur = 1024;
    setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_MEMLOCK, &locked);
}

static void place_descriptors(const struct command *c, int status) {
    if (dup3(status, STATUS_FD, O_CLOEXEC) < 0 && errno != EINVAL) _exit(126);
    if (dup2(c->in, 0) < 0 || dup2(c->out, 1) < 0 || dup2(c->err, 2) < 0) fail("dup2");
    syscall(SYS_close_range, STATUS_FD + 1, ~0u, 0);
}

// The agent of a test is not root; it may then run commands as itself.
static void become(const struct user *u) {
    if (geteuid() != 0 && geteuid() == u->uid) return;
    if (setgroups((size_t)u->group_count, u->groups) != 0) fail("setgroups");
    if (setresgid(u->gid, u->gid, u->gid) != 0) fail("setgid");
    if (setresuid(u->uid, u->uid, u->uid) != 0) fail("setuid");
}

static void enter_folder(const struct command *c) {
    if (c->cwd) {
        if (chdir(c->cwd) != 0) fail("chdir");
    } else if (chdir(c->user.home) != 0 && chdir("/") != 0) {
        fail("chdir");
    }
}

// Programs of Belljar's base instead of the machine's, if the machine's files come from somebody's image. The folder is
// entered first, with the user's rights: it is one of the machine, and the program finds its files by relative paths.
static void enter_tools(const struct command *c) {
    const struct user *u = &c->user;
    if (setgroups((size_t)u->group_count, u->groups) != 0 || setresgid(-1u, u->gid, -1u) != 0 || setresuid(-1u, u->uid, -1u) != 0)
        fail("setuid");
    enter_folder(c);
    if (setresuid(-1u, 0, -1u) != 0 || setresgid(-1u, 0, -1u) != 0) fail("setuid");
    if (chroot(TOOLS_FOLDER) != 0) fail("chroot");
}

static const char *search_path(char **env) {
    for (char **entry = env; *entry; entry++)
        if (strncmp(*entry, "PATH=", 5) == 0) return *entry + 5;
    return "";
}

static void run(const struct command *c) {
    if (strchr(c->file, '/')) {
        execve(c->file, c->argv, c->env);
        fail("exec");
    }
    int error = ENOENT;
    for (const char *folder = search_path(c->env); *folder;) {
        size_t n = strcspn(folder, ":");
        char path[4096];
        if (n + 1 + strlen(c->file) < sizeof path && n > 0) {
            memcpy(path, folder, n);
            path[n] = '/';
            strcpy(path + n + 1, c->file);
            execve(path, c->argv, c->env);
            if (errno != ENOENT && errno != ENOTDIR) error = errno;
        }
        folder += n + (folder[n] == ':');
    }
    errno = error;
    fail("exec");
}

static void child(const struct command *c, int status) {
    default_signals();
    ordinary_oom_score();
    ordinary_priority();
    ordinary_limits();
    place_descriptors(c, status);
    if (setsid() < 0) fail("setsid");
    if (c->pty && ioctl(0, TIOCSCTTY, 0) != 0) fail("controlling terminal");
    umask(022);
    // The host's own commands are root's: a limit that was reached must not keep it from raising the limit.
    if (geteuid() == 0 && c->user.uid != 0) limits_enter();
    if (c->tools) enter_tools(c);
    become(&c->user);
    if (!c->tools) enter_folder(c);
    run(c);
}

pid_t command_spawn(const struct command *c, int *status) {
    // Both ends must lie above what place_descriptors overwrites.
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) child(c, ends[1]);
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    *status = ends[0];
    return pid;
}
