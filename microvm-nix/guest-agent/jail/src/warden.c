// The warden's loop: the jail's first process, signals, deadlines, and the end.
#include "warden.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "kernel.h"

#define SECOND_NS 1000000000ULL
enum { TICK_MS = 250, LOST = 128 + SIGKILL };

static struct termios terminal_before;
static bool terminal_changed;

static void tell(struct warden *w, enum message_type type, uint32_t id, int first, int second) {
    const struct message message = {.type = type, .id = id, .first = first, .second = second};
    message_send(w->jail->control, &message, NULL, 0);
}

static void end(struct warden *w) { w->ended = true; }

void warden_kill(struct warden *w) {
    if (w->jail->cgroup >= 0) {
        int fd = openat(w->jail->cgroup, "cgroup.kill", O_WRONLY | O_CLOEXEC);
        if (fd >= 0 && write(fd, "1", 1) != 1) perror("belljar-jail: cgroup.kill");
        if (fd >= 0) close(fd);
    }
    // All processes of the jail end with its first.
    syscall(SYS_pidfd_send_signal, w->jail->pidfd, SIGKILL, NULL, 0);
}

static void set_terminal_raw(void) {
    struct termios raw;
    if (tcgetattr(0, &terminal_before) != 0) return;
    raw = terminal_before;
    cfmakeraw(&raw);
    terminal_changed = tcsetattr(0, TCSANOW, &raw) == 0;
}

static void restore_terminal(void) {
    if (terminal_changed) tcsetattr(0, TCSANOW, &terminal_before);
    terminal_changed = false;
}

// The caller's standard descriptors belong to the command from here on; the warden keeps only its terminal and its errors.
static void give_stdio_away(struct warden *w) {
    if (w->jail->plan->flags & TERMINAL) {
        set_terminal_raw();
        return;
    }
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 2; fd++) dup2(null, fd);
    if (null > 2) close(null);
}

void warden_start(struct warden *w) {
    w->awaited = 0;
    tell(w, START, 0, 0, 0);
    give_stdio_away(w);
}

static void on_control(void *owner, uint32_t events) {
    struct warden *w = owner;
    struct message message;
    struct passed passed;
    (void)events;
    int got = message_receive(w->jail->control, &message, &passed);
    if (got < 0 && errno == EBADMSG) return;
    if (got <= 0) {
        end(w);
        return;
    }
    switch (message.type) {
        case STARTED: orders_started(w, message.id, passed.sender); break;
        case LISTENER:
            if (passed.count == 1) {
                listener_add(w, passed.fds[0]);
                passed.count = 0;
            }
            break;
        case EXITED:
            if (message.id == 0) w->code = message.first & 255;
            orders_exited(w, message.id, message.first & 255);
            break;
    }
    passed_close(&passed);
}

static void resize(struct warden *w) {
    struct winsize size;
    if ((w->jail->plan->flags & TERMINAL) && ioctl(0, TIOCGWINSZ, &size) == 0) tell(w, RESIZE, 0, size.ws_row, size.ws_col);
}

static void on_signals(void *owner, uint32_t events) {
    struct warden *w = owner;
    struct signalfd_siginfo info;
    (void)events;
    while (read(w->signals.fd, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGWINCH)
            resize(w);
        else if (info.ssi_signo == SIGINT || info.ssi_signo == SIGQUIT)
            tell(w, SIGNAL, 0, (int)info.ssi_signo, 0);
        else if (info.ssi_signo != SIGCHLD)
            warden_kill(w);
    }
}

static void on_alarm(int signal) { (void)signal; }

static bool watch_signals(struct warden *w) {
    sigset_t set;
    struct sigaction alarm = {.sa_handler = on_alarm}; // without SA_RESTART: it interrupts what blocks
    sigemptyset(&set);
    static const int watched[] = {SIGCHLD, SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGWINCH};
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) sigaddset(&set, watched[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigaction(SIGALRM, &alarm, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    w->signals = (struct watch){.fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC), .ready = on_signals, .owner = w};
    if (w->signals.fd < 0) return false;
    loop_watch(&w->loop, &w->signals, EPOLLIN);
    return true;
}

static void calm(struct warden *w) {
    if (!w->alarmed || mono_ns() - w->notified < SECOND_NS) return;
    static const struct itimerval never = {0};
    setitimer(ITIMER_REAL, &never, NULL);
    w->alarmed = false;
}

static void on_tick(void *owner) {
    struct warden *w = owner;
    holds_tick(w);
    calm(w);
    if (w->awaited && mono_ns() >= w->awaited) {
        fprintf(stderr, "belljar-jail: no supervisor came in time; nothing was run\n");
        w->awaited_in_vain = true;
        warden_kill(w);
        w->awaited = 0;
    }
    loop_set(&w->loop, &w->tick, (uint64_t)TICK_MS * 1000000);
}

static void know_masks(struct warden *w) {
    const struct plan *plan = w->jail->plan;
    for (size_t i = 0; i < plan->mount_count; i++) {
        if (plan->mounts[i].kind != MASK || w->jail->sources->skipped[i]) continue;
        struct mask *mask = &w->masks[w->mask_count++];
        mask->plan = &plan->mounts[i];
        mask->tree = w->jail->sources->trees[i];
        struct stat about;
        if (fstat(mask->tree, &about) != 0) die("a mask cannot be looked at", mask->plan->target);
        mask->content = about.st_ino;
        w->masks_device = about.st_dev;
        snprintf(mask->name, sizeof mask->name, "%zu", i);
    }
}

// The loop runs one round at a time, when it has something to do.
static void after(void *owner) { ((struct warden *)owner)->loop.stop = true; }

static void run(struct warden *w) {
    while (!w->ended) {
        w->loop.stop = false;
        // Notifications without a pause must not keep deadlines from coming.
        if (listeners_wait(w, w->loop.epoll, TICK_MS) || mono_ns() >= w->tick.at) loop_run(&w->loop);
        connections_flush(w);
    }
}

static int finish(struct warden *w) {
    int status;
    holds_tick(w); // what was counted is said
    connections_flush(w);
    restore_terminal();
    if (w->jail->plan->control) unlink(w->jail->plan->control);
    waitpid(w->jail->child, &status, 0);
    // Whoever is still waiting for a command of the jail learns that it ended.
    for (size_t i = 0; i < RUNNING_MOST; i++) orders_exited(w, w->running[i].id, LOST);
    if (w->code < 0 && !w->awaited_in_vain) orders_exited(w, 0, LOST);
    connections_flush(w);
    return w->awaited_in_vain ? REFUSED : w->code < 0 ? LOST : w->code;
}

int warden_run(struct jail *jail) {
    static struct warden w;
    w.jail = jail;
    w.code = -1;
    for (size_t i = 0; i < LISTENERS_MOST; i++) w.listeners[i].fd = -1;
    know_masks(&w);
    w.loop.after = after;
    w.loop.owner = &w;
    w.tick = (struct timer){.due = on_tick, .owner = &w};
    w.control = (struct watch){.fd = jail->control, .ready = on_control, .owner = &w};
    if (!loop_start(&w.loop) || !watch_signals(&w) || !connections_open(&w)) die("the warden cannot start", NULL);
    loop_watch(&w.loop, &w.control, EPOLLIN);
    loop_set(&w.loop, &w.tick, (uint64_t)TICK_MS * 1000000);
    if (jail->plan->flags & AWAIT)
        w.awaited = mono_ns() + (uint64_t)jail->plan->hold_ms * 1000000;
    else
        warden_start(&w);
    run(&w);
    return finish(&w);
}
