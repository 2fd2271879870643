// The table of streams. Few are open at a time, so it is a list.
#include "stream.h"

#include <errno.h>
#include <string.h>

#include "bytes.h"
#include "kinds.h"
#include "link.h"

#define CREDIT_LUMP 65536u
#define CREDIT_MOST (INT64_C(1) << 40)

static struct stream *find(const struct streams *t, uint32_t id) {
    for (struct stream *s = t->first; s; s = s->next)
        if (s->id == id) return s;
    return NULL;
}

static bool on_open(struct streams *t, const struct frame *frame) {
    struct fields f;
    if (find(t, frame->stream) || !fields_read(&f, frame->payload, frame->size) || !fields_have(&f, TAG_KIND)) return false;
    if (t->count >= STREAMS_MOST)
        link_refuse(t->link, frame->stream, EMFILE, "too many streams are open");
    else
        kind_open(t->link, frame->stream, &f);
    return true;
}

static bool on_data(struct stream *s, const struct frame *frame) {
    if (frame->size < 2) return false;
    size_t n = frame->size - 1;
    if ((int64_t)n > s->granted || !s->kind->data) return false;
    s->granted -= (int64_t)n;
    return s->kind->data(s, frame->payload[0], frame->payload + 1, n);
}

static bool on_credit(struct stream *s, const struct frame *frame) {
    if (frame->size != 4) return false;
    s->may_send += get_u32(frame->payload);
    if (s->may_send > CREDIT_MOST) return false;
    if (s->kind->kick) s->kind->kick(s);
    return true;
}

static bool on_control(struct stream *s, const struct frame *frame) {
    struct fields f;
    if (!fields_read(&f, frame->payload, frame->size)) return false;
    return !s->kind->control || s->kind->control(s, &f);
}

bool streams_frame(struct streams *t, const struct frame *frame) {
    if (frame->type == FRAME_OPEN) return on_open(t, frame);
    if (frame->type < FRAME_OPEN || frame->type > FRAME_ABORT) return false;
    if (frame->type == FRAME_OPENED || frame->type == FRAME_CLOSED) return false;
    struct stream *s = find(t, frame->stream);
    if (!s) return true;
    switch (frame->type) {
        case FRAME_DATA: return on_data(s, frame);
        case FRAME_CREDIT: return on_credit(s, frame);
        case FRAME_CONTROL: return on_control(s, frame);
        case FRAME_EOF: return frame->size == 1 && (!s->kind->eof || s->kind->eof(s, frame->payload[0]));
        default:
            if (frame->size != 0) return false;
            if (s->kind->abort) s->kind->abort(s);
            return true;
    }
}

// A kick may end the stream it is given, and no other.
void streams_kick(struct streams *t) {
    for (struct stream *s = t->first, *next; s; s = next) {
        next = s->next;
        if (s->kind->kick) s->kind->kick(s);
    }
}

void streams_hang_up(struct streams *t) {
    while (t->first) {
        struct stream *s = t->first;
        t->first = s->next;
        t->count--;
        s->kind->hangup(s);
    }
}

void streams_child(struct streams *t, pid_t pid, int status) {
    for (struct stream *s = t->first; s; s = s->next)
        if (s->kind->child && s->kind->child(s, pid, status)) return;
}

void stream_begin(struct stream *s, struct link *link, uint32_t id, const struct stream_kind *kind) {
    *s = (struct stream){.id = id, .kind = kind, .link = link, .may_send = CREDIT_START, .granted = CREDIT_START};
    s->next = link->streams.first;
    link->streams.first = s;
    link->streams.count++;
}

void stream_opened(struct stream *s, struct buffer *fields) { link_send_fields(s->link, s->id, FRAME_OPENED, fields); }

size_t stream_room(struct stream *s) {
    if (s->may_send <= 0) return 0;
    size_t room = link_room(s->link);
    if ((int64_t)room > s->may_send) room = (size_t)s->may_send;
    return room > DATA_MOST ? DATA_MOST : room;
}

void stream_send(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n) {
    uint8_t head[FRAME_HEADER + 1];
    frame_header(head, s->id, FRAME_DATA, n + 1);
    head[FRAME_HEADER] = channel;
    buffer_append(&s->link->out, head, sizeof head);
    buffer_append(&s->link->out, bytes, n);
    s->may_send -= (int64_t)n;
}

void stream_send_eof(struct stream *s, uint8_t channel) { link_send(s->link, s->id, FRAME_EOF, &channel, 1); }

void stream_handed_on(struct stream *s, size_t n) {
    s->owed += (uint32_t)n;
    if (s->owed < CREDIT_LUMP) return;
    uint8_t bytes[4];
    put_u32(bytes, s->owed);
    s->granted += s->owed;
    s->owed = 0;
    link_send(s->link, s->id, FRAME_CREDIT, bytes, sizeof bytes);
}

void stream_close(struct stream *s, struct buffer *fields) {
    link_send_fields(s->link, s->id, FRAME_CLOSED, fields);
    struct streams *t = &s->link->streams;
    for (struct stream **p = &t->first; *p; p = &(*p)->next) {
        if (*p != s) continue;
        *p = s->next;
        t->count--;
        break;
    }
    s->kind->release(s);
}

void stream_close_with(struct stream *s, int error, const char *why) {
    struct buffer b = {0};
    fields_put_int(&b, TAG_ERRNO, (uint64_t)error);
    if (why) fields_put_text(&b, TAG_MESSAGE, why);
    stream_close(s, &b);
}
