// Frames and the preamble of the guest link: their limits, and a decoder that never trusts a length (PROTOCOL 1 and 2).
#ifndef BELLJAR_FRAME_H
#define BELLJAR_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROTOCOL_VERSION 1
#define MAGIC "BELLJAR-LINK\x00\x00\x00\x01"
#define MAGIC_SIZE 16
#define NONCE_SIZE 16
#define FRAME_HEADER 9      // length, stream, type
#define FRAME_LEAST 5       // the smallest legal length: stream and type alone
#define PAYLOAD_MOST 65536
#define FRAME_MOST (FRAME_LEAST + PAYLOAD_MOST)
#define DATA_MOST (PAYLOAD_MOST - 1)
#define STREAM_MOST 0x7fffffffu
#define CREDIT_START 262144

enum frame_type {
    FRAME_HELLO = 0x01,
    FRAME_START = 0x02,
    FRAME_BEAT = 0x03,
    FRAME_EVENTS = 0x04,
    FRAME_ACK = 0x05,
    FRAME_TIME = 0x06,
    FRAME_FLOW = 0x07,
    FRAME_ENDED = 0x08,
    FRAME_OPEN = 0x10,
    FRAME_OPENED = 0x11,
    FRAME_DATA = 0x12,
    FRAME_CREDIT = 0x13,
    FRAME_EOF = 0x14,
    FRAME_CONTROL = 0x15,
    FRAME_CLOSED = 0x16,
    FRAME_ABORT = 0x17,
};

struct frame {
    uint32_t stream;
    uint8_t type;
    const uint8_t *payload;
    size_t size;
};

// Callbacks of the decoder. `frame` returns false if the content of the frame is invalid.
struct decoder_owner {
    void (*preamble)(void *self, const uint8_t nonce[NONCE_SIZE]);
    bool (*frame)(void *self, const struct frame *frame);
    void (*broken)(void *self, const char *why);
};

enum decoder_state { SEEKING, NONCE, FRAMES };

struct decoder {
    enum decoder_state state;
    size_t have;
    const struct decoder_owner *owner;
    void *self;
    uint8_t bytes[4 + FRAME_MOST];
};

void decoder_start(struct decoder *d, const struct decoder_owner *owner, void *self);
// Processes all n bytes. Out of sync, it searches for the next preamble.
void decoder_feed(struct decoder *d, const uint8_t *bytes, size_t n);
// Sets the decoder out of sync (the peer hung up), without calling the owner.
void decoder_lose_step(struct decoder *d);

// Writes a frame header for a payload of n bytes.
void frame_header(uint8_t out[FRAME_HEADER], uint32_t stream, uint8_t type, size_t n);

#endif
