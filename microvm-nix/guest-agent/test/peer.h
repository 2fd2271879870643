// The host's side of the link, for tests: it starts an agent, talks to it, and fails loudly if no answer comes.
#ifndef BELLJAR_PEER_H
#define BELLJAR_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../src/buffer.h"
#include "../src/fields.h"
#include "../src/frame.h"

struct peer {
    pid_t agent;          // 0: not started by this peer
    char path[108];
    char refusals[64];    // its list of refusals
    int fd;
    struct buffer in;     // bytes received and not read yet
    uint8_t nonce;
    uint64_t last_seq;    // what START says the host has
    void (*on_events)(struct peer *p, const uint8_t *records, size_t n);    // may be NULL
    bool gone;            // hung up, or no answer in time
};

// A frame that was received; its payload lives until the next one is.
struct received {
    uint32_t stream;
    uint8_t type;
    size_t size;
    uint8_t payload[PAYLOAD_MOST];
};

// Starts the agent in BELLJAR_GUEST and begins a conversation with it.
void peer_start(struct peer *p);
void peer_stop(struct peer *p);
void peer_connect(struct peer *p);
void peer_hang_up(struct peer *p);
// Preamble, HELLO, START.
void peer_greet(struct peer *p);
// Sends a preamble with a fresh nonce and skips to the answer to it. False if none comes in time.
bool peer_preamble(struct peer *p);
void peer_raw(struct peer *p, const void *bytes, size_t n);
void peer_send(struct peer *p, uint32_t stream, enum frame_type type, const void *payload, size_t n);
// Sends and empties the payload.
void peer_send_fields(struct peer *p, uint32_t stream, enum frame_type type, struct buffer *payload);
void peer_data(struct peer *p, uint32_t stream, const void *bytes, size_t n);
void peer_eof(struct peer *p, uint32_t stream);
void peer_credit(struct peer *p, uint32_t stream, uint32_t n);
// The next frame, whatever it is.
bool peer_next(struct peer *p, struct received *r);
// The next frame of this stream; heartbeats and others are skipped.
bool peer_of(struct peer *p, uint32_t stream, struct received *r);

// How a stream went: everything up to CLOSED. Credit is given as bytes come.
struct outcome {
    bool opened, closed;
    uint64_t pid;
    struct buffer out, err;    // channels 0 and 1, and 2; each with a NUL behind it
    int eofs;
    int64_t exit, signal, error, timed_out;    // -1 if not told
    char message[MESSAGE_MOST + 1];
};

void peer_finish(struct peer *p, uint32_t stream, struct outcome *o);
const char *outcome_text(struct outcome *o);
void outcome_free(struct outcome *o);

// OPEN for a command; arguments up to NULL. More fields may be added before it is sent.
void command_fields(struct buffer *b, const char *first, ...) __attribute__((sentinel));
// Runs `sh -c script` with no input.
void peer_shell(struct peer *p, const char *script, struct outcome *o);

#endif
