// The agent's ends are non-blocking; the child's are blocking, as programs expect.
#include "ends.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void be_nonblocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

void ends_resize(int terminal, uint16_t rows, uint16_t cols) {
    struct winsize size = {.ws_row = rows, .ws_col = cols};
    ioctl(terminal, TIOCSWINSZ, &size);
}

bool ends_pty(struct ends *e, struct command *c, uint16_t rows, uint16_t cols) {
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    e->out = master;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return false;
    c->in = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (c->in < 0) return false;
    c->out = fcntl(c->in, F_DUPFD_CLOEXEC, 0);
    c->err = fcntl(c->in, F_DUPFD_CLOEXEC, 0);
    e->in = fcntl(master, F_DUPFD_CLOEXEC, 0);
    if (c->out < 0 || c->err < 0 || e->in < 0) return false;
    if (geteuid() == 0 && fchown(c->in, c->user.uid, (gid_t)-1) != 0) return false;
    be_nonblocking(master);
    ends_resize(master, rows, cols);
    return true;
}

static bool open_pipe(int *ours, int *theirs, bool to_child) {
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0) return false;
    *ours = both[to_child];
    *theirs = both[!to_child];
    be_nonblocking(*ours);
    return true;
}

static bool open_nothing(int *theirs) {
    *theirs = open("/dev/null", O_RDWR | O_CLOEXEC);
    return *theirs >= 0;
}

bool ends_pipes(struct ends *e, struct command *c, bool input, bool output) {
    return (input ? open_pipe(&e->in, &c->in, true) : open_nothing(&c->in)) &&
           (output ? open_pipe(&e->out, &c->out, false) : open_nothing(&c->out)) && open_pipe(&e->err, &c->err, false);
}
