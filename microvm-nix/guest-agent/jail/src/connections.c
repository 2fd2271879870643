// The supervisor's socket: who may connect, lines in, lines out.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "warden.h"

// The line has one number for each PID namespace that the process is in, from the warden's inwards.
static bool same_namespace(pid_t peer) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/status", peer);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    text[n > 0 ? n : 0] = 0;
    const char *line = strstr(text, "\nNSpid:\t");
    return line && strcspn(line + 8, "\t\n") == strcspn(line + 8, "\n");
}

// In a jail without root, commands have the caller's user: they are told apart by their namespace.
static bool peer_may(int fd) {
    struct ucred peer;
    socklen_t n = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && peer.uid == geteuid() && peer.pid > 0 && same_namespace(peer.pid);
}

static void drop_fds(struct connection *c) {
    for (size_t i = 0; i < c->fd_count; i++) close(c->fds[i]);
    c->fd_count = 0;
}

void connection_close(struct connection *c) {
    struct warden *w = c->warden;
    if (c->watch.fd < 0) return;
    loop_close(&w->loop, &c->watch);
    drop_fds(c);
    buffer_free(&c->out);
    for (size_t i = 0; i < RUNNING_MOST; i++) {
        if (!w->running[i].id || w->running[i].from != c) continue;
        w->running[i].from = NULL;
        message_send(w->jail->control, &(struct message){.type = SIGNAL, .id = w->running[i].id, .first = 1}, NULL, 0); // SIGHUP
    }
    if (w->supervisor != c) return;
    w->supervisor = NULL;
    holds_refuse_all(w, "unsupervised");
}

static void flush(struct connection *c) {
    while (c->watch.fd >= 0 && buffer_size(&c->out) > 0) {
        ssize_t n = send(c->watch.fd, buffer_bytes(&c->out), buffer_size(&c->out), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) break;
        if (n < 0) {
            connection_close(c);
            return;
        }
        buffer_take(&c->out, (size_t)n);
    }
    loop_watch(&c->warden->loop, &c->watch, EPOLLIN | (buffer_size(&c->out) ? EPOLLOUT : 0));
}

// A reader that does not keep up is disconnected at the end of the round, not while something else is being done with it.
void connection_send(struct connection *c, const char *line, size_t n) {
    if (c->watch.fd >= 0 && buffer_size(&c->out) <= UNSENT_MOST) buffer_append(&c->out, line, n);
}

void connections_flush(struct warden *w) {
    for (size_t i = 0; i < CONNECTIONS_MOST; i++) {
        struct connection *c = &w->connections[i];
        if (c->watch.fd < 0) continue;
        if (buffer_size(&c->out) > UNSENT_MOST)
            connection_close(c);
        else
            flush(c);
    }
}

static void take_fds(struct connection *c, struct msghdr *header) {
    for (struct cmsghdr *m = CMSG_FIRSTHDR(header); m; m = CMSG_NXTHDR(header, m)) {
        if (m->cmsg_level != SOL_SOCKET || m->cmsg_type != SCM_RIGHTS) continue;
        for (size_t i = 0; i < (m->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(m) + i * sizeof fd, sizeof fd);
            if (c->fd_count < PASSED_MOST)
                c->fds[c->fd_count++] = fd;
            else
                close(fd);
        }
    }
}

static ssize_t receive(struct connection *c) {
    union {
        char bytes[CMSG_SPACE(PASSED_MOST * sizeof(int))];
        struct cmsghdr align;
    } extra;
    struct iovec part = {c->line + c->used, LINE_MOST - c->used};
    struct msghdr header = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.bytes, .msg_controllen = sizeof extra.bytes};
    ssize_t n = recvmsg(c->watch.fd, &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (n > 0) take_fds(c, &header);
    return n;
}

static void on_connection(void *owner, uint32_t events) {
    struct connection *c = owner;
    if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR))) return; // what can be sent now is sent after the round
    ssize_t n = receive(c);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        connection_close(c);
        return;
    }
    c->used += (size_t)n;
    for (char *end; c->watch.fd >= 0 && (end = memchr(c->line, '\n', c->used));) {
        *end = 0;
        order(c, c->line);
        size_t taken = (size_t)(end + 1 - c->line);
        memmove(c->line, end + 1, c->used - taken);
        c->used -= taken;
        drop_fds(c); // what an order did not use
    }
    if (c->used == LINE_MOST) connection_close(c);
}

static void greet(struct connection *c) {
    struct warden *w = c->warden;
    struct buffer b = {0};
    say(&b, "event.hello");
    say_number(&b, "version", PLAN_VERSION);
    say_number(&b, "pid", w->jail->child);
    say_true(&b, "supervised", w->supervisor != NULL);
    say_to(c, &b);
}

static void on_server(void *owner, uint32_t events) {
    struct warden *w = owner;
    (void)events;
    int fd = accept4(w->jail->server, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) return;
    for (size_t i = 0; peer_may(fd) && i < CONNECTIONS_MOST; i++) {
        struct connection *c = &w->connections[i];
        if (c->watch.fd >= 0) continue;
        c->watch = (struct watch){.fd = fd, .ready = on_connection, .owner = c};
        c->warden = w;
        c->used = 0;
        loop_watch(&w->loop, &c->watch, EPOLLIN);
        greet(c);
        return;
    }
    close(fd);
}

bool connections_open(struct warden *w) {
    for (size_t i = 0; i < CONNECTIONS_MOST; i++) w->connections[i].watch.fd = -1;
    if (w->jail->server < 0) return true;
    w->server = (struct watch){.fd = w->jail->server, .ready = on_server, .owner = w};
    loop_watch(&w->loop, &w->server, EPOLLIN);
    return true;
}
