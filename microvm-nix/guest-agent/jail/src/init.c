// PID 1 inside: starts commands, reaps, relays terminals, and tells the warden how commands end. It has no privileges; that it
// cannot be inspected keeps commands, which run as the same user, away from its descriptors.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "command.h"
#include "jail.h"
#include "launch.h"

enum { COMMANDS_MOST = 64 };

struct slot {
    bool used, ended;
    uint32_t id;
    pid_t pid, relay;
    int code, master;
};

struct init {
    struct plan plan;
    struct slot slots[COMMANDS_MOST];
};

static struct slot *slot_of(struct init *init, uint32_t id) {
    for (size_t i = 0; i < COMMANDS_MOST; i++)
        if (init->slots[i].used && init->slots[i].id == id) return &init->slots[i];
    return NULL;
}

static void tell(enum message_type type, uint32_t id, int first) {
    const struct message message = {.type = type, .id = id, .first = first};
    // Without its warden the jail ends.
    if (!message_send(INIT_CONTROL, &message, NULL, 0)) _exit(REFUSED);
}

static void start(struct init *init, const struct command_plan *command, uint32_t id, bool terminal, const int stdio[3]) {
    struct slot *slot = NULL;
    for (size_t i = 0; i < COMMANDS_MOST && !slot; i++)
        if (!init->slots[i].used) slot = &init->slots[i];
    if (!slot || slot_of(init, id)) {
        tell(EXITED, id, REFUSED);
        return;
    }
    *slot = (struct slot){.used = true, .id = id, .master = -1};
    struct terminal pair = {-1, -1};
    if (terminal && !terminal_open(&pair, stdio[0])) {
        slot->used = false;
        tell(EXITED, id, REFUSED);
        return;
    }
    slot->pid = command_start(&init->plan, command, id, stdio, pair.slave);
    if (terminal) {
        slot->relay = terminal_relay(&pair, stdio[0], stdio[1]);
        slot->master = pair.master;
        close(pair.slave);
    }
    if (slot->pid < 0) {
        slot->ended = true;
        slot->code = REFUSED;
        if (slot->relay > 0) kill(slot->relay, SIGTERM);
    }
}

// The descriptors of the plan's command are closed here, so that their other ends see when it ends.
static void start_first(struct init *init) {
    static const int stdio[3] = {0, 1, 2};
    start(init, &init->plan.command, 0, init->plan.flags & TERMINAL, stdio);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    close(null);
    for (size_t i = 0; i < init->plan.kept_count; i++) close(INIT_KEPT + (int)i);
}

static void start_more(struct init *init, const struct message *message, struct passed *passed) {
    static struct plan more;
    size_t n;
    // A pipe could keep this process waiting.
    struct stat about;
    if (passed->count != 4 || message->id == 0 || fstat(passed->fds[3], &about) != 0 || !S_ISREG(about.st_mode)) {
        tell(EXITED, message->id, REFUSED);
        return;
    }
    uint8_t *bytes = plan_load(NULL, passed->fds[3], &n);
    passed->fds[3] = -1;
    const char *wrong = plan_read_command(&more, bytes, n);
    if (wrong) {
        dprintf(passed->fds[2], "belljar-jail: %s; nothing was run\n", wrong);
        tell(EXITED, message->id, REFUSED);
    } else {
        start(init, &more.command, message->id, message->first, passed->fds);
    }
    plan_free(&more);
    free(bytes);
}

static void finish(struct init *init) {
    for (size_t i = 0; i < COMMANDS_MOST; i++) {
        struct slot *slot = &init->slots[i];
        if (!slot->used || !slot->ended || slot->relay > 0) continue;
        slot->used = false;
        if (slot->master >= 0) close(slot->master);
        tell(EXITED, slot->id, slot->code);
        if (slot->id == 0) exit(0); // the kernel ends all others
    }
}

static void reap(struct init *init) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (size_t i = 0; i < COMMANDS_MOST; i++) {
            struct slot *slot = &init->slots[i];
            if (slot->used && slot->relay == pid) slot->relay = 0;
            if (!slot->used || slot->pid != pid || slot->ended) continue;
            slot->ended = true;
            slot->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            if (slot->relay > 0) kill(slot->relay, SIGTERM); // it relays what is left
        }
    }
}

static void on_message(struct init *init) {
    struct message message;
    struct passed passed;
    int got = message_receive(INIT_CONTROL, &message, &passed);
    if (got == 0 || (got < 0 && errno != EBADMSG)) _exit(REFUSED);
    if (got < 0) return;
    struct slot *slot = slot_of(init, message.id);
    struct winsize size = {.ws_row = (unsigned short)message.first, .ws_col = (unsigned short)message.second};
    switch (message.type) {
        case START: start_first(init); break;
        case COMMAND: start_more(init, &message, &passed); break;
        case RESIZE:
            if (slot && slot->master >= 0) ioctl(slot->master, TIOCSWINSZ, &size);
            break;
        case SIGNAL:
            if (slot && slot->pid > 0 && !slot->ended) kill(-slot->pid, message.first);
            break;
    }
    passed_close(&passed);
}

static int watch_children(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_SETMASK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int init_main(void) {
    static struct init init;
    size_t n;
    if (getpid() != 1 || prctl(PR_SET_DUMPABLE, 0) != 0) die("init runs only as the first process of a jail", NULL);
    uint8_t *bytes = plan_load(NULL, INIT_PLAN, &n);
    plan_or_die(&init.plan, bytes, n);
    for (int fd = INIT_CONTROL; fd < INIT_KEPT + KEPT_MOST; fd++) fcntl(fd, F_SETFD, FD_CLOEXEC);
    umask(022);
    struct pollfd waits[] = {{watch_children(), POLLIN, 0}, {INIT_CONTROL, POLLIN, 0}};
    if (waits[0].fd < 0) die("signals cannot be watched", NULL);
    tell(READY, 0, 0);
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) _exit(REFUSED);
        struct signalfd_siginfo info;
        while (read(waits[0].fd, &info, sizeof info) > 0) continue;
        reap(&init);
        if (waits[1].revents) on_message(&init);
        reap(&init);
        finish(&init);
    }
}
