// The decoder: in step and out of it, wherever the bytes are cut.
#include "../src/frame.h"

#include <stdlib.h>
#include <string.h>

#include "../src/buffer.h"
#include "../src/bytes.h"
#include "check.h"

struct heard {
    int preambles, frames, breaks;
    uint8_t nonce[NONCE_SIZE], last_type;
    uint32_t last_stream;
    size_t bytes;
    bool refuse, any;    // any payload is fine, not only one that counts
};

static void on_preamble(void *self, const uint8_t nonce[NONCE_SIZE]) {
    struct heard *h = self;
    h->preambles++;
    memcpy(h->nonce, nonce, NONCE_SIZE);
}

static bool on_frame(void *self, const struct frame *f) {
    struct heard *h = self;
    h->frames++;
    h->last_type = f->type;
    h->last_stream = f->stream;
    h->bytes += f->size;
    for (size_t i = 0; i < f->size && !h->any; i++) CHECK(f->payload[i] == (uint8_t)i);
    return !h->refuse;
}

static void on_broken(void *self, const char *why) {
    (void)why;
    ((struct heard *)self)->breaks++;
}

static const struct decoder_owner owner = {on_preamble, on_frame, on_broken};

static void add_preamble(struct buffer *b, uint8_t nonce) {
    buffer_append(b, MAGIC, MAGIC_SIZE);
    memset(buffer_room(b, NONCE_SIZE), nonce, NONCE_SIZE);
    buffer_grew(b, NONCE_SIZE);
}

static void add_frame(struct buffer *b, uint32_t stream, uint8_t type, size_t n) {
    uint8_t head[FRAME_HEADER];
    frame_header(head, stream, type, n);
    buffer_append(b, head, sizeof head);
    uint8_t *payload = buffer_room(b, n + 1);
    for (size_t i = 0; i < n; i++) payload[i] = (uint8_t)i;
    buffer_grew(b, n);
}

// Feeds the bytes in two parts, cut at `cut`.
static struct heard feed_cut(const struct buffer *b, size_t cut) {
    struct heard h = {0};
    struct decoder *d = memory(sizeof *d);
    decoder_start(d, &owner, &h);
    decoder_feed(d, buffer_bytes(b), cut);
    decoder_feed(d, buffer_bytes(b) + cut, buffer_size(b) - cut);
    free(d);
    return h;
}

static void everySplitPointFindsThePreambleAndTheFrames(void) {
    struct buffer b = {0};
    static const char noise[] = "noise BELLJAR-LINK\0\0\0\2 BELLBELLJAR-LIN";
    buffer_append(&b, noise, sizeof noise - 1);
    add_preamble(&b, 7);
    add_frame(&b, 0, FRAME_START, 30);
    add_frame(&b, 5, FRAME_DATA, 3);
    add_frame(&b, 5, FRAME_ABORT, 0);
    for (size_t cut = 0; cut <= buffer_size(&b); cut++) {
        struct heard h = feed_cut(&b, cut);
        CHECK_INT(h.preambles, 1);
        CHECK_INT(h.frames, 3);
        CHECK_INT(h.bytes, 33);
        CHECK_INT(h.breaks, 0);
        CHECK_INT(h.nonce[15], 7);
    }
    buffer_free(&b);
}

static void byteByByteIsTheSame(void) {
    struct buffer b = {0};
    struct heard h = {0};
    struct decoder *d = memory(sizeof *d);
    add_preamble(&b, 1);
    add_frame(&b, 1, FRAME_DATA, 500);
    add_preamble(&b, 2);
    add_frame(&b, 2, FRAME_DATA, 10);
    decoder_start(d, &owner, &h);
    for (size_t i = 0; i < buffer_size(&b); i++) decoder_feed(d, buffer_bytes(&b) + i, 1);
    CHECK_INT(h.preambles, 2);
    CHECK_INT(h.frames, 2);
    CHECK_INT(h.nonce[0], 2);
    free(d);
    buffer_free(&b);
}

static void aPreambleInStepBeginsAnew(void) {
    struct buffer b = {0};
    add_preamble(&b, 1);
    add_frame(&b, 1, FRAME_DATA, 2);
    add_preamble(&b, 9);
    add_frame(&b, 3, FRAME_DATA, 4);
    for (size_t cut = 0; cut <= buffer_size(&b); cut++) {
        struct heard h = feed_cut(&b, cut);
        CHECK_INT(h.preambles, 2);
        CHECK_INT(h.frames, 2);
        CHECK_INT(h.breaks, 0);
        CHECK_INT(h.nonce[3], 9);
    }
    buffer_free(&b);
}

static void zerosPutAPeerThatWasInAFrameOutOfStep(void) {
    struct buffer b = {0};
    add_preamble(&b, 1);
    uint8_t head[FRAME_HEADER];
    frame_header(head, 4, FRAME_DATA, PAYLOAD_MOST);
    buffer_append(&b, head, sizeof head);
    memset(buffer_room(&b, 131072), 0, 131072);
    buffer_grew(&b, 131072);
    add_preamble(&b, 3);
    add_frame(&b, 1, FRAME_DATA, 6);
    struct heard h = {.any = true};
    struct decoder *d = memory(sizeof *d);
    decoder_start(d, &owner, &h);
    decoder_feed(d, buffer_bytes(&b), buffer_size(&b));
    CHECK_INT(h.preambles, 2);
    CHECK_INT(h.breaks, 1);
    CHECK_INT(h.last_stream, 1);
    free(d);
    buffer_free(&b);
}

static void illegalLengthsBreakAndAreSurvived(void) {
    const uint32_t lengths[] = {0, 1, 4, FRAME_MOST + 1, 0x7fffffff, 0xffffffff};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct buffer b = {0};
        uint8_t head[4];
        add_preamble(&b, 1);
        put_u32(head, lengths[i]);
        buffer_append(&b, head, sizeof head);
        add_frame(&b, 1, FRAME_DATA, 9);
        add_preamble(&b, 2);
        add_frame(&b, 2, FRAME_DATA, 1);
        struct heard h = feed_cut(&b, 40);
        CHECK_INT(h.breaks, 1);
        CHECK_INT(h.preambles, 2);
        CHECK_INT(h.frames, 1);
        CHECK_INT(h.last_stream, 2);
        buffer_free(&b);
    }
}

static void theLargestAndTheSmallestFrameAreLegal(void) {
    struct buffer b = {0};
    add_preamble(&b, 1);
    add_frame(&b, STREAM_MOST, FRAME_DATA, PAYLOAD_MOST);
    add_frame(&b, 0, FRAME_ACK, 0);
    struct heard h = feed_cut(&b, 1000);
    CHECK_INT(h.frames, 2);
    CHECK_INT(h.breaks, 0);
    buffer_free(&b);
}

static void aStreamNumberBeyondTheLargestBreaks(void) {
    struct buffer b = {0};
    add_preamble(&b, 1);
    add_frame(&b, STREAM_MOST + 1u, FRAME_DATA, 3);
    add_frame(&b, 1, FRAME_DATA, 3);
    struct heard h = feed_cut(&b, 0);
    CHECK_INT(h.breaks, 1);
    CHECK_INT(h.frames, 0);
    buffer_free(&b);
}

static void aRefusedFrameBreaks(void) {
    struct buffer b = {0};
    struct heard h = {.refuse = true};
    struct decoder *d = memory(sizeof *d);
    add_preamble(&b, 1);
    add_frame(&b, 1, FRAME_DATA, 3);
    add_frame(&b, 1, FRAME_DATA, 3);
    decoder_start(d, &owner, &h);
    decoder_feed(d, buffer_bytes(&b), buffer_size(&b));
    CHECK_INT(h.frames, 1);
    CHECK_INT(h.breaks, 1);
    free(d);
    buffer_free(&b);
}

const struct test frame_tests[] = {
    TEST(everySplitPointFindsThePreambleAndTheFrames),
    TEST(byteByByteIsTheSame),
    TEST(aPreambleInStepBeginsAnew),
    TEST(zerosPutAPeerThatWasInAFrameOutOfStep),
    TEST(illegalLengthsBreakAndAreSurvived),
    TEST(theLargestAndTheSmallestFrameAreLegal),
    TEST(aStreamNumberBeyondTheLargestBreaks),
    TEST(aRefusedFrameBreaks),
    {0},
};
