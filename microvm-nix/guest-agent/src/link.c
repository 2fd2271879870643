// The guest's side of a conversation. It begins with a preamble and HELLO, accepts streams after START, and ends with a
// hang-up, an invalid frame, or the next preamble. No function blocks: bytes that the host does not accept stay queued,
// and while too much is queued no input is read either.
#include "link.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "beat.h"
#include "power.h"
#include "version.h"

#define OUT_LOW (256u << 10)     // streams and events stop adding to the queue here
#define OUT_HIGH (2u << 20)      // no input is taken while this much waits: replies have no credit of their own
#define IN_FLIGHT_MOST (4u << 20)
#define BEAT_NS 1000000000u
// START and TIME step the clock only if it is off by more: each step wakes all programs in the guest that wait for a
// time of day.
#define START_SLACK_NS 100000000
#define TIME_SLACK_NS 10000000

static void end_conversation(struct link *l) {
    l->started = false;
    l->starving = false;
    loop_clear(l->loop, &l->beat);
    streams_hang_up(&l->streams);
    buffer_free(&l->out);
}

void link_send(struct link *l, uint32_t stream, enum frame_type type, const void *payload, size_t n) {
    uint8_t head[FRAME_HEADER];
    frame_header(head, stream, (uint8_t)type, n);
    buffer_append(&l->out, head, sizeof head);
    buffer_append(&l->out, payload, n);
}

void link_send_fields(struct link *l, uint32_t stream, enum frame_type type, struct buffer *payload) {
    link_send(l, stream, type, buffer_bytes(payload), buffer_size(payload));
    buffer_free(payload);
}

void link_refuse(struct link *l, uint32_t stream, int error, const char *why) {
    struct buffer b = {0};
    fields_put_int(&b, TAG_ERRNO, (uint64_t)error);
    if (why) fields_put_text(&b, TAG_MESSAGE, why);
    link_send_fields(l, stream, FRAME_CLOSED, &b);
}

size_t link_room(struct link *l) {
    size_t queued = buffer_size(&l->out);
    if (queued < OUT_LOW) return OUT_LOW - queued;
    l->starving = true;
    return 0;
}

void link_flow(void *link, const struct record *r) {
    struct link *l = link;
    if (l->started && buffer_size(&l->out) < OUT_HIGH) link_send(l, 0, FRAME_FLOW, r->bytes, r->size);
}

static void send_hello(struct link *l) {
    struct utsname names;
    uname(&names);
    struct buffer b = {0};
    fields_put_int(&b, TAG_VERSION, PROTOCOL_VERSION);
    fields_put_text(&b, TAG_AGENT, AGENT_VERSION);
    fields_put_text(&b, TAG_BOOT_ID, l->settings->boot_id);
    fields_put_text(&b, TAG_KERNEL, names.release);
    fields_put_text(&b, TAG_HOSTNAME, names.nodename);
    fields_put_int(&b, TAG_FIRST_SEQ, l->ring->first_seq);
    fields_put_int(&b, TAG_LAST_SEQ, l->ring->state->last_seq);
    fields_put_int(&b, TAG_MONO_NS, mono_ns());
    fields_put_int(&b, TAG_REAL_NS, real_ns());
    fields_put_int(&b, TAG_OBSERVES, l->settings->observes(l->settings->observer));
    link_send_fields(l, 0, FRAME_HELLO, &b);
}

// Tells the host that the guest has no conversation, which it would otherwise notice only by the missing heartbeats.
static void send_ended(struct link *l) {
    link_send(l, 0, FRAME_ENDED, "", 0);
}

static void on_preamble(void *self, const uint8_t nonce[NONCE_SIZE]) {
    struct link *l = self;
    end_conversation(l);
    buffer_append(&l->out, MAGIC, MAGIC_SIZE);
    buffer_append(&l->out, nonce, NONCE_SIZE);
    send_hello(l);
}

static void on_broken(void *self, const char *why) {
    struct link *l = self;
    fprintf(stderr, "belljar-guest: out of step: %s\n", why);
    bool talking = l->started;
    end_conversation(l);
    if (talking) send_ended(l);
}

static bool set_clock(const struct link *l, uint64_t ns, int64_t slack) {
    int64_t off = (int64_t)(ns - real_ns());
    if (ns == 0 || ns > INT64_MAX) return false;
    if (l->settings->rehearsal || (off <= slack && off >= -slack)) return true;
    struct timespec t = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    if (clock_settime(CLOCK_REALTIME, &t) != 0) perror("belljar-guest: setting the clock");
    return true;
}

static void beat(void *owner) {
    struct link *l = owner;
    loop_set(l->loop, &l->beat, BEAT_NS);
    if (buffer_size(&l->out) >= OUT_LOW) return;
    struct buffer b = {0};
    beat_fields(&b, l->ring->state->lost);
    link_send_fields(l, 0, FRAME_BEAT, &b);
}

static bool on_start(struct link *l, const struct fields *f) {
    if (l->started || fields_int(f, TAG_VERSION, 0) != PROTOCOL_VERSION || !fields_have(f, TAG_ACKED)) return false;
    if (fields_int(f, TAG_OBSERVE, 1) > 1) return false;
    if (fields_have(f, TAG_REAL_NS) && !set_clock(l, fields_int(f, TAG_REAL_NS, 0), START_SLACK_NS)) return false;
    l->started = true;
    ring_resume(l->ring, fields_int(f, TAG_ACKED, 0));
    l->sent = ring_oldest(l->ring);
    if (fields_have(f, TAG_OBSERVE)) l->settings->observe(l->settings->observer, fields_int(f, TAG_OBSERVE, 1));
    beat(l);
    return true;
}

static bool on_conversation_frame(struct link *l, const struct frame *frame) {
    struct fields f;
    switch (frame->type) {
        case FRAME_START: return fields_read(&f, frame->payload, frame->size) && on_start(l, &f);
        case FRAME_ACK:
            return l->started && fields_read(&f, frame->payload, frame->size) && fields_have(&f, TAG_ACKED) &&
                   ring_ack(l->ring, fields_int(&f, TAG_ACKED, 0));
        case FRAME_TIME:
            return fields_read(&f, frame->payload, frame->size) && set_clock(l, fields_int(&f, TAG_REAL_NS, 0), TIME_SLACK_NS);
        default: return true;
    }
}

static bool on_frame(void *self, const struct frame *frame) {
    struct link *l = self;
    if (frame->stream == 0) return on_conversation_frame(l, frame);
    return l->started && streams_frame(&l->streams, frame);
}

static const struct decoder_owner decoder_owner = {on_preamble, on_frame, on_broken};

static void on_input(void *self) {
    struct link *l = self;
    uint8_t bytes[16384];
    for (int i = 0; i < 16 && buffer_size(&l->out) < OUT_HIGH; i++) {
        size_t n = line_read(&l->line, bytes, sizeof bytes);
        if (n == 0) return;
        decoder_feed(&l->decoder, bytes, n);
        if (n < sizeof bytes / 8) return;
    }
}

static void on_output(void *self) { link_flush(self); }

static void on_hangup(void *self) {
    struct link *l = self;
    bool talking = l->started;
    decoder_lose_step(&l->decoder);
    end_conversation(l);
    // Sent once the host is back. A new connection begins with a preamble, before which the host ignores it.
    if (talking) send_ended(l);
}

static const struct line_owner line_owner = {on_input, on_output, on_hangup};

static void queue_events(struct link *l) {
    while (l->started && buffer_size(&l->out) < OUT_LOW && ring_in_flight(l->ring, &l->sent) + PAYLOAD_MOST <= IN_FLIGHT_MOST) {
        uint8_t records[PAYLOAD_MOST];
        size_t n = ring_read(l->ring, &l->sent, records, sizeof records);
        if (n == 0) return;
        link_send(l, 0, FRAME_EVENTS, records, n);
    }
}

void link_flush(struct link *l) {
    for (;;) {
        queue_events(l);
        size_t queued = buffer_size(&l->out);
        if (queued == 0) break;
        size_t n = line_write(&l->line, buffer_bytes(&l->out), queued);
        if (n == 0) break;
        buffer_take(&l->out, n);
        if (l->starving && buffer_size(&l->out) < OUT_LOW) {
            l->starving = false;
            streams_kick(&l->streams);
        }
    }
    line_want(&l->line, buffer_size(&l->out) < OUT_HIGH, buffer_size(&l->out) > 0);
}

bool link_start(struct link *l, struct loop *loop, const struct settings *settings, struct ring *ring, const char *path,
                bool socket) {
    l->loop = loop;
    l->settings = settings;
    l->ring = ring;
    l->beat = (struct timer){.due = beat, .owner = l};
    l->power = (struct timer){.due = power_off, .owner = l};
    l->streams = (struct streams){.link = l};
    decoder_start(&l->decoder, &decoder_owner, l);
    l->line.owner = &line_owner;
    l->line.self = l;
    if (!line_start(&l->line, loop, path, socket)) return false;
    send_ended(l);
    return true;
}
