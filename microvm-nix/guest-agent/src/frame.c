// The decoder: searches for the preamble byte by byte, then reads complete frames, and returns to the search on the
// first error.
#include "frame.h"

#include <string.h>

#include "bytes.h"

void decoder_start(struct decoder *d, const struct decoder_owner *owner, void *self) {
    d->state = SEEKING;
    d->have = 0;
    d->owner = owner;
    d->self = self;
}

void decoder_lose_step(struct decoder *d) {
    d->state = SEEKING;
    d->have = 0;
}

void frame_header(uint8_t out[FRAME_HEADER], uint32_t stream, uint8_t type, size_t n) {
    put_u32(out, (uint32_t)(FRAME_LEAST + n));
    put_u32(out + 4, stream);
    out[8] = type;
}

// 'B' occurs in the magic only at its start: after a mismatch the search can only restart at this byte.
static void seek(struct decoder *d, uint8_t byte) {
    if (byte != (uint8_t)MAGIC[d->have]) d->have = 0;
    if (byte == (uint8_t)MAGIC[d->have]) d->have++;
    if (d->have < MAGIC_SIZE) return;
    d->state = NONCE;
    d->have = 0;
}

static size_t take_nonce(struct decoder *d, const uint8_t *bytes, size_t n) {
    size_t part = NONCE_SIZE - d->have < n ? NONCE_SIZE - d->have : n;
    memcpy(d->bytes + d->have, bytes, part);
    d->have += part;
    if (d->have < NONCE_SIZE) return part;
    d->state = FRAMES;
    d->have = 0;
    d->owner->preamble(d->self, d->bytes);
    return part;
}

// The four bytes of an illegal length may be the start of a new preamble: they are searched again.
static void refuse_length(struct decoder *d) {
    uint8_t head[4];
    memcpy(head, d->bytes, sizeof head);
    decoder_lose_step(d);
    if (memcmp(head, MAGIC, sizeof head) != 0) d->owner->broken(d->self, "illegal frame length");
    for (size_t i = 0; i < sizeof head; i++) seek(d, head[i]);
}

static void hand_over(struct decoder *d, size_t length) {
    struct frame frame = {
        .stream = get_u32(d->bytes + 4),
        .type = d->bytes[8],
        .payload = d->bytes + FRAME_HEADER,
        .size = length - FRAME_LEAST,
    };
    d->have = 0;
    if (frame.stream > STREAM_MOST) {
        decoder_lose_step(d);
        d->owner->broken(d->self, "illegal stream number");
    } else if (!d->owner->frame(d->self, &frame)) {
        decoder_lose_step(d);
        d->owner->broken(d->self, "illegal frame");
    }
}

static size_t take_frame(struct decoder *d, const uint8_t *bytes, size_t n) {
    size_t want = 4;
    if (d->have >= 4) want = 4 + get_u32(d->bytes);
    size_t part = want - d->have < n ? want - d->have : n;
    memcpy(d->bytes + d->have, bytes, part);
    d->have += part;
    if (d->have < want) return part;
    uint32_t length = get_u32(d->bytes);
    if (length < FRAME_LEAST || length > FRAME_MOST)
        refuse_length(d);
    else if (d->have == 4 + (size_t)length)
        hand_over(d, length);
    return part;
}

void decoder_feed(struct decoder *d, const uint8_t *bytes, size_t n) {
    while (n > 0) {
        size_t taken = 1;
        if (d->state == SEEKING)
            seek(d, *bytes);
        else if (d->state == NONCE)
            taken = take_nonce(d, bytes, n);
        else
            taken = take_frame(d, bytes, n);
        bytes += taken;
        n -= taken;
    }
}
