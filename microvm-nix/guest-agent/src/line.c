// A virtio-serial port has no connections: without a host, poll reports HUP permanently, read returns 0 and write
// EAGAIN, and the same descriptor works again when a host is back. So after a hang-up it is watched edge-triggered
// (otherwise the loop would spin), and polled now and then in case an edge was missed. A machine that was paused or
// resumed from a saved state is notified of the old connection's end and the new one's beginning almost at once, and
// the new one's bytes may come before both: so the owner is told of a hang-up only once it has lasted HANG_UP_NS, which
// is long because a busy host runs the machine only now and then.
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define RETRY_NS 100000000u
#define HANG_UP_NS 2000000000u

static void apply(struct line *l) {
    if (l->port.fd < 0) return;
    uint32_t events = (l->want_input ? EPOLLIN : 0u) | (l->want_output ? EPOLLOUT : 0u);
    loop_watch(l->loop, &l->port, l->hung_up ? EPOLLIN | EPOLLET : events);
}

static void hang_up(struct line *l) {
    if (l->hung_up) return;
    l->hung_up = true;
    if (l->socket) {
        loop_close(l->loop, &l->port);
        loop_watch(l->loop, &l->listener, EPOLLIN);
        l->owner->hangup(l->self);
    } else {
        l->untold = true;
        l->hung_up_at = mono_ns();
        apply(l);
        loop_set(l->loop, &l->retry, RETRY_NS);
    }
}

static bool host_is_there(const struct line *l) {
    struct pollfd p = {.fd = l->port.fd, .events = POLLIN};
    return poll(&p, 1, 0) >= 0 && !(p.revents & (POLLHUP | POLLERR));
}

static void come_back(struct line *l) {
    l->hung_up = false;
    l->untold = false;
    loop_clear(l->loop, &l->retry);
    apply(l);
}

static void ready(void *owner, uint32_t events) {
    struct line *l = owner;
    if (l->hung_up) {
        if (!host_is_there(l)) return;
        come_back(l);
        return;
    }
    if (events & EPOLLOUT) l->owner->output(l->self);
    if (l->hung_up) return;
    if (events & EPOLLIN)
        l->owner->input(l->self);
    else if (events & (EPOLLHUP | EPOLLERR))
        hang_up(l);
}

static void accept_peer(void *owner, uint32_t events) {
    (void)events;
    struct line *l = owner;
    int fd = accept4(l->listener.fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    loop_watch(l->loop, &l->listener, 0);
    l->port.fd = fd;
    come_back(l);
}

static void retry(void *owner) {
    struct line *l = owner;
    if (l->port.fd < 0) {
        l->port.fd = open(l->path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (l->port.fd < 0) {
            loop_set(l->loop, &l->retry, RETRY_NS);
            return;
        }
    }
    if (host_is_there(l)) {
        come_back(l);
        return;
    }
    apply(l);
    loop_set(l->loop, &l->retry, RETRY_NS);
    if (!l->untold || mono_ns() - l->hung_up_at < HANG_UP_NS) return;
    l->untold = false;
    l->owner->hangup(l->self);
}

static bool listen_on(struct line *l) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    if (strlen(l->path) >= sizeof a.sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(a.sun_path, l->path);
    unlink(l->path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return false;
    l->listener.fd = fd;
    if (bind(fd, (struct sockaddr *)&a, sizeof a) != 0 || listen(fd, 4) != 0) return false;
    loop_watch(l->loop, &l->listener, EPOLLIN);
    return true;
}

bool line_start(struct line *l, struct loop *loop, const char *path, bool socket) {
    l->loop = loop;
    l->path = path;
    l->socket = socket;
    l->hung_up = true;
    l->want_input = true;
    l->port = (struct watch){.fd = -1, .ready = ready, .owner = l};
    l->listener = (struct watch){.fd = -1, .ready = accept_peer, .owner = l};
    l->retry = (struct timer){.due = retry, .owner = l};
    if (socket) return listen_on(l);
    retry(l);
    return true;
}

size_t line_read(struct line *l, uint8_t *into, size_t n) {
    if (l->hung_up) return 0;
    ssize_t got = read(l->port.fd, into, n);
    if (got > 0) return (size_t)got;
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) hang_up(l);
    return 0;
}

size_t line_write(struct line *l, const uint8_t *from, size_t n) {
    if (l->hung_up) return 0;
    ssize_t put = l->socket ? send(l->port.fd, from, n, MSG_NOSIGNAL) : write(l->port.fd, from, n);
    if (put >= 0) return (size_t)put;
    if (errno != EAGAIN && errno != EINTR) hang_up(l);
    return 0;
}

void line_want(struct line *l, bool input, bool output) {
    l->want_input = input;
    l->want_output = output;
    apply(l);
}
