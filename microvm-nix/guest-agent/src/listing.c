// The whole text is built first and kept until the host has received it.
#include "listing.h"

#include <errno.h>
#include <stdlib.h>

#include "stream.h"

struct listing {
    struct stream stream;
    struct buffer text;
};

static void let_go(struct stream *s) {
    struct listing *l = (struct listing *)s;
    buffer_free(&l->text);
    free(l);
}

static void kick(struct stream *s) {
    struct listing *l = (struct listing *)s;
    for (size_t left; (left = buffer_size(&l->text)) > 0;) {
        size_t room = stream_room(s);
        if (room == 0) return;
        size_t n = left < room ? left : room;
        stream_send(s, 1, buffer_bytes(&l->text), n);
        buffer_take(&l->text, n);
    }
    stream_send_eof(s, 1);
    stream_close_with(s, 0, NULL);
}

static void on_abort(struct stream *s) { stream_close_with(s, ECANCELED, NULL); }

static const struct stream_kind kind = {.kick = kick, .abort = on_abort, .hangup = let_go, .release = let_go};

void listing_begin(struct link *link, uint32_t id, struct buffer *text) {
    struct listing *l = memory(sizeof *l);
    struct buffer none = {0};
    stream_begin(&l->stream, link, id, &kind);
    l->text = *text;
    *text = none;
    stream_opened(&l->stream, &none);
    kick(&l->stream);
}
