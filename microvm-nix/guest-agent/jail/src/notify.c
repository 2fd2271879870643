// The filter's notifications. Each is answered with "go on", unless it leads to a mask that is asked about: then it is held.
#include <errno.h>
#include <linux/audit.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include "kernel.h"
#include "warden.h"

#ifdef __x86_64__
#define OWN_ARCH AUDIT_ARCH_X86_64
#else
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#define NONE (-1)
#define SET_FLAGS _IOW('!', 4, uint64_t)

// PART: most paths are shorter.
enum { ALARM_US = 100000, PAGE = 4096, PART = 512 };

enum follows { ALWAYS, NEVER, OPEN_FLAG, AT_FLAG };

// Which arguments of a call are its folder, its path and its flags.
static const struct call {
    int number;
    int8_t folder, path, flags;
    enum follows follows;
    const char *op;
} calls[] = {
#ifdef SYS_open
    {SYS_open, NONE, 0, 1, OPEN_FLAG, "open"},
    {SYS_creat, NONE, 0, NONE, ALWAYS, "open"},
    {SYS_stat, NONE, 0, NONE, ALWAYS, "stat"},
    {SYS_lstat, NONE, 0, NONE, NEVER, "stat"},
    {SYS_access, NONE, 0, NONE, ALWAYS, "stat"},
    {SYS_readlink, NONE, 0, NONE, NEVER, "stat"},
#endif
    {SYS_openat, 0, 1, 2, OPEN_FLAG, "open"},
    {SYS_openat2, 0, 1, 2, OPEN_FLAG, "open"},
    {SYS_execve, NONE, 0, NONE, ALWAYS, "exec"},
    {SYS_execveat, 0, 1, 4, AT_FLAG, "exec"},
    {SYS_newfstatat, 0, 1, 3, AT_FLAG, "stat"},
    {SYS_statx, 0, 1, 2, AT_FLAG, "stat"},
    {SYS_faccessat, 0, 1, NONE, ALWAYS, "stat"},
    {SYS_faccessat2, 0, 1, 3, AT_FLAG, "stat"},
    {SYS_readlinkat, 0, 1, NONE, NEVER, "stat"},
    {SYS_chdir, NONE, 0, NONE, ALWAYS, "stat"},
    {SYS_truncate, NONE, 0, NONE, ALWAYS, "open"},
};

// The kernel's structures may grow.
union notification {
    struct seccomp_notif call;
    char bytes[512];
};

static const struct call *call_of(int number) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number) return &calls[i];
    return NULL;
}

// An error of 0 lets the call go on.
static void answer(int listener, uint64_t id, int error) {
    struct seccomp_notif_resp response = {.id = id, .error = -error};
    if (error == 0) response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

static bool read_memory(pid_t pid, uint64_t at, void *into, size_t n) {
    struct iovec here = {into, n}, there = {(void *)(uintptr_t)at, n};
    return process_vm_readv(pid, &here, 1, &there, 1, 0) == (ssize_t)n;
}

// A text may end just before memory that is not mapped, so nothing is read across a page's end.
static bool read_path(pid_t pid, uint64_t at, char path[PATH_MAX]) {
    for (size_t used = 0; used < PATH_MAX;) {
        size_t n = PAGE - (size_t)((at + used) & (PAGE - 1));
        if (n > PART) n = PART;
        if (n > PATH_MAX - used) n = PATH_MAX - used;
        if (!read_memory(pid, at + used, path + used, n)) return false;
        if (memchr(path + used, 0, n)) return true;
        used += n;
    }
    return false;
}

static bool decided(const struct plan *plan, const char *path) {
    if (path[0] != '/' || strstr(path, "/..")) return false;
    for (size_t i = 0; i < plan->open_count; i++)
        if (path_below(path, plan->opens[i])) return true;
    return false;
}

static int flags_of(const struct call *call, const struct seccomp_notif *n) {
    if (call->flags == NONE) return 0;
    if (call->number != SYS_openat2) return (int)n->data.args[call->flags];
    struct open_how how = {0};
    if (n->data.args[3] < sizeof how || !read_memory((pid_t)n->pid, n->data.args[2], &how, sizeof how)) return O_RDWR;
    return (int)how.flags | (how.resolve ? O_PATH : 0); // not to be opened on its behalf
}

static bool follows(const struct call *call, int flags) {
    switch (call->follows) {
        case ALWAYS: return true;
        case NEVER: return false;
        case OPEN_FLAG: return !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
        case AT_FLAG: return !(flags & AT_SYMLINK_NOFOLLOW);
    }
    return true;
}

static void decide(struct warden *w, const struct listener *l, const struct seccomp_notif *n) {
    static char path[PATH_MAX], rest[PATH_MAX];
    const struct call *call = n->data.arch == OWN_ARCH ? call_of(n->data.nr) : NULL;
    if (!call) {
        answer(l->fd, n->id, EPERM); // the plan's filter notifies only what this table knows
        return;
    }
    pid_t pid = (pid_t)n->pid;
    if (!read_path(pid, n->data.args[call->path], path) || decided(w->jail->plan, path)) {
        answer(l->fd, n->id, 0);
        return;
    }
    int folder = call->folder == NONE ? AT_FDCWD : (int)n->data.args[call->folder], flags = flags_of(call, n);
    const struct asker asker = {.listener = l->fd, .folder = folder, .id = n->id, .pid = pid};
    const struct mask *mask = path[0] ? locate(w, &asker, path, follows(call, flags), rest) : NULL;
    struct waiter waiter = {.serial = l->serial, .id = n->id, .flags = flags};
    waiter.openable = strcmp(call->op, "open") == 0 && call->flags != NONE && (flags & O_ACCMODE) == O_RDONLY &&
                      !(flags & (O_CREAT | O_TRUNC | O_PATH | O_NOFOLLOW));
    // Whoever it was may be gone, and its number used again.
    if (ioctl(l->fd, SECCOMP_IOCTL_NOTIF_ID_VALID, &n->id) != 0) return;
    if (mask && (mask->plan->attributes & ASK))
        hold(w, mask, rest, &waiter, pid, call->op);
    else
        answer(l->fd, n->id, 0);
}

// Receiving blocks if the process that notified was killed meanwhile; so as long as notifications come, an alarm interrupts it.
static void keep_alarmed(struct warden *w) {
    w->notified = mono_ns();
    if (w->alarmed) return;
    struct itimerval often = {{0, ALARM_US}, {0, ALARM_US}};
    w->alarmed = setitimer(ITIMER_REAL, &often, NULL) == 0;
}

static void listener_close(struct listener *l) {
    close(l->fd);
    l->fd = -1;
}

static void listener_ready(struct warden *w, struct listener *l, short events) {
    union notification n = {0};
    if (!(events & POLLIN)) {
        listener_close(l); // nobody uses its filter any more
        return;
    }
    keep_alarmed(w);
    if (ioctl(l->fd, SECCOMP_IOCTL_NOTIF_RECV, &n) == 0) decide(w, l, &n.call);
}

bool listeners_wait(struct warden *w, int other, int ms) {
    struct pollfd waits[1 + LISTENERS_MOST] = {{other, POLLIN, 0}};
    struct listener *waited[1 + LISTENERS_MOST];
    nfds_t count = 1;
    for (size_t i = 0; i < LISTENERS_MOST; i++) {
        if (w->listeners[i].fd < 0) continue;
        waited[count] = &w->listeners[i];
        waits[count++] = (struct pollfd){w->listeners[i].fd, POLLIN, 0};
    }
    int ready = poll(waits, count, ms);
    for (nfds_t i = 1; ready > 0 && i < count; i++)
        if (waits[i].revents) listener_ready(w, waited[i], waits[i].revents);
    return ready > 0 && waits[0].revents;
}

void listener_add(struct warden *w, int fd) {
    for (size_t i = 0; i < LISTENERS_MOST; i++) {
        struct listener *l = &w->listeners[i];
        if (l->fd >= 0) continue;
        *l = (struct listener){.fd = fd, .serial = ++w->last_serial};
        ioctl(fd, SET_FLAGS, 1UL); // synchronous wake-up: Linux 6.6
        return;
    }
    close(fd); // everything that it would notify is refused
}

static struct listener *listener_of(struct warden *w, const struct waiter *waiter) {
    for (size_t i = 0; i < LISTENERS_MOST; i++)
        if (w->listeners[i].fd >= 0 && w->listeners[i].serial == waiter->serial) return &w->listeners[i];
    return NULL;
}

void listener_answer(struct warden *w, const struct waiter *waiter, int error) {
    struct listener *l = listener_of(w, waiter);
    if (l) answer(l->fd, waiter->id, error);
}

bool listener_waits(struct warden *w, const struct waiter *waiter) {
    struct listener *l = listener_of(w, waiter);
    return l && ioctl(l->fd, SECCOMP_IOCTL_NOTIF_ID_VALID, &waiter->id) == 0;
}

bool listener_inject(struct warden *w, const struct waiter *waiter, int fd) {
    struct listener *l = listener_of(w, waiter);
    struct seccomp_notif_addfd add = {.id = waiter->id,
                                      .flags = SECCOMP_ADDFD_FLAG_SEND,
                                      .srcfd = (uint32_t)fd,
                                      .newfd_flags = (uint32_t)(waiter->flags & O_CLOEXEC)};
    return l && ioctl(l->fd, SECCOMP_IOCTL_NOTIF_ADDFD, &add) >= 0;
}
