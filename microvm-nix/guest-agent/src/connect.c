// A stream to a port of the machine's loopback: 127.0.0.1 first, then ::1.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kinds.h"

#define READS_PER_ROUND 8

struct connection {
    struct stream stream;
    struct watch socket;
    uint16_t port;
    bool v6, connected, host_ended, write_shut, peer_ended;
    struct buffer to_peer;
};

static void let_go(struct connection *c) {
    loop_close(c->stream.link->loop, &c->socket);
    buffer_free(&c->to_peer);
    free(c);
}

static void release(struct stream *s) { let_go((struct connection *)s); }

static void end_with(struct connection *c, int error) { stream_close_with(&c->stream, error, error ? strerror(error) : NULL); }

// Starts connecting. 0, EINPROGRESS, or why it failed.
static int dial(struct connection *c) {
    struct loop *loop = c->stream.link->loop;
    loop_close(loop, &c->socket);
    c->socket.fd = socket(c->v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->socket.fd < 0) return errno;
    int yes = 1;
    setsockopt(c->socket.fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(c->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(c->port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int result = c->v6 ? connect(c->socket.fd, (struct sockaddr *)&v6, sizeof v6)
                       : connect(c->socket.fd, (struct sockaddr *)&v4, sizeof v4);
    return result == 0 ? 0 : errno;
}

static bool pull(struct connection *c) {
    static uint8_t bytes[DATA_MOST];
    for (int reads = 0; reads < READS_PER_ROUND && !c->peer_ended; reads++) {
        size_t room = stream_room(&c->stream);
        if (room == 0) return true;
        ssize_t n = read(c->socket.fd, bytes, room);
        if (n > 0) {
            stream_send(&c->stream, 0, bytes, (size_t)n);
        } else if (n == 0) {
            c->peer_ended = true;
            stream_send_eof(&c->stream, 0);
        } else if (errno == EAGAIN) {
            return true;
        } else if (errno != EINTR) {
            end_with(c, errno);
            return false;
        }
    }
    return true;
}

// A peer that no longer reads may still send, so the host's bytes for it are discarded.
static void push(struct connection *c) {
    while (buffer_size(&c->to_peer)) {
        size_t queued = buffer_size(&c->to_peer);
        ssize_t n = c->write_shut ? (ssize_t)queued : send(c->socket.fd, buffer_bytes(&c->to_peer), queued, MSG_NOSIGNAL);
        if (n > 0) {
            buffer_take(&c->to_peer, (size_t)n);
            stream_handed_on(&c->stream, (size_t)n);
        } else if (n < 0 && errno == EAGAIN) {
            return;
        } else if (n == 0 || errno != EINTR) {
            c->write_shut = true;
        }
    }
    if (!c->host_ended || c->write_shut) return;
    c->write_shut = true;
    shutdown(c->socket.fd, SHUT_WR);
}

// Moves bytes in both directions. The stream may be freed afterwards.
static void pump(struct connection *c) {
    if (!c->connected) return;
    push(c);
    if (!pull(c)) return;
    if (c->peer_ended && c->write_shut) {
        end_with(c, 0);
        return;
    }
    uint32_t events = !c->peer_ended && stream_room(&c->stream) ? EPOLLIN : 0u;
    if (buffer_size(&c->to_peer)) events |= EPOLLOUT;
    loop_watch(c->stream.link->loop, &c->socket, events);
}

static void on_dialled(struct connection *c, int error) {
    if (error == EINPROGRESS) {
        loop_watch(c->stream.link->loop, &c->socket, EPOLLOUT);
    } else if (error && !c->v6) {
        c->v6 = true;
        on_dialled(c, dial(c));
    } else if (error) {
        end_with(c, error);
    } else {
        struct buffer none = {0};
        c->connected = true;
        stream_opened(&c->stream, &none);
        pump(c);
    }
}

static void on_ready(void *owner, uint32_t events) {
    (void)events;
    struct connection *c = owner;
    if (c->connected) {
        pump(c);
        return;
    }
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(c->socket.fd, SOL_SOCKET, SO_ERROR, &error, &size);
    on_dialled(c, error);
}

static bool on_data(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n) {
    struct connection *c = (struct connection *)s;
    if (channel != 0 || c->host_ended) return false;
    buffer_append(&c->to_peer, bytes, n);
    pump(c);
    return true;
}

static bool on_eof(struct stream *s, uint8_t channel) {
    struct connection *c = (struct connection *)s;
    if (channel != 0 || c->host_ended) return false;
    c->host_ended = true;
    pump(c);
    return true;
}

static void kick(struct stream *s) { pump((struct connection *)s); }

// Makes the peer see a reset instead of a clean end.
static void reset(struct connection *c) {
    struct linger at_once = {.l_onoff = 1};
    if (c->socket.fd >= 0) setsockopt(c->socket.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

static void on_abort(struct stream *s) {
    reset((struct connection *)s);
    end_with((struct connection *)s, ECANCELED);
}

static void on_hangup(struct stream *s) {
    reset((struct connection *)s);
    let_go((struct connection *)s);
}

static const struct stream_kind kind = {
    .data = on_data,
    .eof = on_eof,
    .kick = kick,
    .abort = on_abort,
    .hangup = on_hangup,
    .release = release,
};

void connect_open(struct link *link, uint32_t id, const struct fields *f) {
    uint64_t port = fields_int(f, TAG_PORT, 0);
    if (port < 1 || port > 65535) {
        link_refuse(link, id, EINVAL, "PORT is 1 to 65535");
        return;
    }
    struct connection *c = memory(sizeof *c);
    c->port = (uint16_t)port;
    c->socket = (struct watch){.fd = -1, .ready = on_ready, .owner = c};
    stream_begin(&c->stream, link, id, &kind);
    on_dialled(c, dial(c));
}
