// A blocking peer with a deadline on every wait: generous, since the machine that runs the tests may be slow.
#include "peer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../src/bytes.h"
#include "check.h"

#define PATIENCE_MS 60000

void peer_connect(struct peer *p) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strcpy(a.sun_path, p->path);
    for (int tries = 0; tries < 600; tries++) {
        p->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(p->fd, (struct sockaddr *)&a, sizeof a) == 0) return;
        close(p->fd);
        usleep(50000);
    }
    fprintf(stderr, "no agent at %s\n", p->path);
    exit(1);
}

void peer_start(struct peer *p) {
    *p = (struct peer){.fd = -1};
    snprintf(p->path, sizeof p->path, "/tmp/belljar-test-%d.sock", (int)getpid());
    snprintf(p->refusals, sizeof p->refusals, "/tmp/belljar-test-%d.denied", (int)getpid());
    const char *program = getenv("BELLJAR_GUEST");
    p->agent = fork();
    if (p->agent == 0) {
        execl(program, program, "--socket", p->path, "--no-observe", "--user", "root", "--refusals", p->refusals, (char *)NULL);
        perror(program);
        _exit(127);
    }
    peer_connect(p);
    peer_greet(p);
}

void peer_hang_up(struct peer *p) {
    close(p->fd);
    buffer_free(&p->in);
    p->gone = false;
}

void peer_stop(struct peer *p) {
    int status = 0;
    peer_hang_up(p);
    kill(p->agent, SIGTERM);
    waitpid(p->agent, &status, 0);
    CHECK_INT(status, 0);    // a sanitizer's complaint would show here
}

void peer_raw(struct peer *p, const void *bytes, size_t n) {
    for (size_t at = 0; at < n;) {
        ssize_t put = send(p->fd, (const char *)bytes + at, n - at, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) {
            p->gone = true;
            return;
        }
        at += (size_t)put;
    }
}

void peer_send(struct peer *p, uint32_t stream, enum frame_type type, const void *payload, size_t n) {
    uint8_t head[FRAME_HEADER];
    frame_header(head, stream, (uint8_t)type, n);
    peer_raw(p, head, sizeof head);
    peer_raw(p, payload, n);
}

void peer_send_fields(struct peer *p, uint32_t stream, enum frame_type type, struct buffer *payload) {
    peer_send(p, stream, type, buffer_bytes(payload), buffer_size(payload));
    buffer_free(payload);
}

void peer_data(struct peer *p, uint32_t stream, const void *bytes, size_t n) {
    uint8_t payload[PAYLOAD_MOST] = {0};
    memcpy(payload + 1, bytes, n);
    peer_send(p, stream, FRAME_DATA, payload, n + 1);
}

void peer_eof(struct peer *p, uint32_t stream) { peer_send(p, stream, FRAME_EOF, "", 1); }

void peer_credit(struct peer *p, uint32_t stream, uint32_t n) {
    uint8_t bytes[4];
    put_u32(bytes, n);
    peer_send(p, stream, FRAME_CREDIT, bytes, sizeof bytes);
}

static bool fill(struct peer *p, size_t n) {
    while (!p->gone && buffer_size(&p->in) < n) {
        struct pollfd wait = {.fd = p->fd, .events = POLLIN};
        if (poll(&wait, 1, PATIENCE_MS) <= 0) {
            fprintf(stderr, "no answer in time\n");
            p->gone = true;
            break;
        }
        ssize_t got = read(p->fd, buffer_room(&p->in, 65536), 65536);
        if (got <= 0)
            p->gone = true;
        else
            buffer_grew(&p->in, (size_t)got);
    }
    return !p->gone;
}

bool peer_preamble(struct peer *p) {
    uint8_t preamble[MAGIC_SIZE + NONCE_SIZE];
    memcpy(preamble, MAGIC, MAGIC_SIZE);
    memset(preamble + MAGIC_SIZE, ++p->nonce, NONCE_SIZE);
    peer_raw(p, preamble, sizeof preamble);
    for (size_t skipped = 0; skipped < 64u << 20; skipped++) {
        if (!fill(p, sizeof preamble)) return false;
        if (memcmp(buffer_bytes(&p->in), preamble, sizeof preamble) == 0) {
            buffer_take(&p->in, sizeof preamble);
            return true;
        }
        buffer_take(&p->in, 1);
    }
    return false;
}

void peer_greet(struct peer *p) {
    struct received r;
    struct buffer b = {0};
    CHECK(peer_preamble(p));
    CHECK(peer_next(p, &r));
    CHECK_INT(r.type, FRAME_HELLO);
    fields_put_int(&b, TAG_VERSION, PROTOCOL_VERSION);
    fields_put_int(&b, TAG_ACKED, p->last_seq);
    peer_send_fields(p, 0, FRAME_START, &b);
}

bool peer_next(struct peer *p, struct received *r) {
    if (!fill(p, FRAME_HEADER)) return false;
    uint32_t length = get_u32(buffer_bytes(&p->in));
    CHECK(length >= FRAME_LEAST && length <= FRAME_MOST);
    if (length < FRAME_LEAST || length > FRAME_MOST || !fill(p, 4 + (size_t)length)) return false;
    const uint8_t *frame = buffer_bytes(&p->in);
    r->stream = get_u32(frame + 4);
    r->type = frame[8];
    r->size = length - FRAME_LEAST;
    memcpy(r->payload, frame + FRAME_HEADER, r->size);
    buffer_take(&p->in, 4 + (size_t)length);
    if (r->stream == 0 && r->type == FRAME_EVENTS && p->on_events) p->on_events(p, r->payload, r->size);
    return true;
}

bool peer_of(struct peer *p, uint32_t stream, struct received *r) {
    while (peer_next(p, r))
        if (r->stream == stream) return true;
    return false;
}

static int64_t told(const struct fields *f, enum field_tag tag) { return (int64_t)fields_int(f, tag, UINT64_MAX); }

static void note_result(struct outcome *o, const struct received *r) {
    struct fields f;
    CHECK(fields_read(&f, r->payload, r->size));
    o->closed = true;
    o->exit = told(&f, TAG_EXIT);
    o->signal = told(&f, TAG_TERMSIG);
    o->error = told(&f, TAG_ERRNO);
    o->timed_out = told(&f, TAG_TIMED_OUT);
    char *message = fields_text(&f, TAG_MESSAGE);
    if (message) strcpy(o->message, message);
    free(message);
}

static void note(struct peer *p, struct outcome *o, const struct received *r) {
    struct fields f;
    switch (r->type) {
        case FRAME_OPENED:
            CHECK(!o->opened && fields_read(&f, r->payload, r->size));
            o->opened = true;
            o->pid = fields_int(&f, TAG_PID, 0);
            break;
        case FRAME_DATA:
            CHECK(o->opened && r->size >= 2);
            buffer_append(r->payload[0] == 2 ? &o->err : &o->out, r->payload + 1, r->size - 1);
            peer_credit(p, r->stream, (uint32_t)(r->size - 1));
            break;
        case FRAME_EOF: o->eofs++; break;
        case FRAME_CLOSED: note_result(o, r); break;
        default: CHECK_INT(r->type, FRAME_CREDIT);
    }
}

void peer_finish(struct peer *p, uint32_t stream, struct outcome *o) {
    static struct received r;
    while (!o->closed && peer_of(p, stream, &r)) note(p, o, &r);
    CHECK(o->closed);
    buffer_append(&o->out, "", 1);
    buffer_append(&o->err, "", 1);
}

const char *outcome_text(struct outcome *o) { return (const char *)buffer_bytes(&o->out); }

void outcome_free(struct outcome *o) {
    buffer_free(&o->out);
    buffer_free(&o->err);
    *o = (struct outcome){0};
}

void command_fields(struct buffer *b, const char *first, ...) {
    va_list rest;
    fields_put_int(b, TAG_KIND, 1);
    va_start(rest, first);
    for (const char *arg = first; arg; arg = va_arg(rest, const char *)) fields_put_text(b, TAG_ARG, arg);
    va_end(rest);
}

void peer_shell(struct peer *p, const char *script, struct outcome *o) {
    struct buffer b = {0};
    *o = (struct outcome){0};
    command_fields(&b, "sh", "-c", script, NULL);
    peer_send_fields(p, 1, FRAME_OPEN, &b);
    peer_eof(p, 1);
    peer_finish(p, 1, o);
}
