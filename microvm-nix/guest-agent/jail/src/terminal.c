// Terminals of commands: a pair of the jail's own devpts, and a process that relays it, so that a reader outside that stops
// reading stops only its own command.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "command.h"
#include "kernel.h"

enum { QUIET_MS = 100 };

static volatile sig_atomic_t ending;

static void on_term(int signal) {
    (void)signal;
    ending = 1;
}

bool terminal_open(struct terminal *pair, int like) {
    int unlocked = 0;
    struct winsize size;
    pair->master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pair->master < 0 || ioctl(pair->master, TIOCSPTLCK, &unlocked) != 0) return false;
    pair->slave = ioctl(pair->master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pair->slave < 0) {
        close(pair->master);
        return false;
    }
    if (ioctl(like, TIOCGWINSZ, &size) == 0) ioctl(pair->master, TIOCSWINSZ, &size);
    return true;
}

// False at the end of the terminal.
static bool copy_out(int master, int out) {
    char bytes[16384];
    ssize_t got = read(master, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    return got > 0 && write_all(out, bytes, (size_t)got);
}

// False at the end of the input, which a program behind a terminal sees as Control-D.
static bool copy_in(int in, int master) {
    char bytes[4096];
    ssize_t got = read(in, bytes, sizeof bytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got > 0) return write_all(master, bytes, (size_t)got);
    static const char end = 4;
    write_all(master, &end, 1);
    return false;
}

static void relay(int master, int in, int out) {
    struct pollfd waits[2] = {{master, POLLIN, 0}, {in, POLLIN, 0}};
    for (;;) {
        int ready = poll(waits, 2, ending ? QUIET_MS : -1);
        if (ready < 0 && errno != EINTR) return;
        if (ready == 0 && ending) return;
        if (ready <= 0) continue;
        if (waits[0].revents && !copy_out(master, out)) return;
        if (waits[1].revents && !copy_in(in, master)) waits[1].fd = -1;
    }
}

pid_t terminal_relay(const struct terminal *pair, int in, int out) {
    pid_t pid = fork();
    if (pid != 0) return pid;
    struct sigaction action = {.sa_handler = on_term};
    sigset_t none;
    sigemptyset(&none);
    sigaction(SIGTERM, &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int master = fcntl(pair->master, F_DUPFD_CLOEXEC, 64);
    in = fcntl(in, F_DUPFD_CLOEXEC, 64);
    out = fcntl(out, F_DUPFD_CLOEXEC, 64);
    syscall(SYS_close_range, 0, 63, 0);
    relay(master, in, out);
    _exit(0);
}
