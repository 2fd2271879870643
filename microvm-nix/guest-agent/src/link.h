// The conversation with the host: handshake, outgoing frames, events with acknowledgements, and the streams.
#ifndef BELLJAR_LINK_H
#define BELLJAR_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "fields.h"
#include "frame.h"
#include "line.h"
#include "loop.h"
#include "ring.h"
#include "starts.h"
#include "stream.h"

// The settings from the command line, and the observer.
struct settings {
    const char *user;      // whom commands run as by default
    bool rehearsal;        // speaking over a socket: leaves clock, identity and power of this machine alone
    const char *refusals;  // the list of refusals, NULL for none
    char boot_id[40];
    uint64_t (*observes)(void *observer);
    void (*observe)(void *observer, bool on);
    struct starts (*starts)(void *observer);
    void *observer;
};

struct link {
    struct loop *loop;
    const struct settings *settings;
    struct ring *ring;
    struct line line;
    struct decoder decoder;
    struct buffer out;
    struct streams streams;
    struct ring_cursor sent;
    struct timer beat, power;
    bool started;     // START was seen
    bool starving;    // a stream found no room in `out`
};

bool link_start(struct link *l, struct loop *loop, const struct settings *settings, struct ring *ring, const char *path,
                bool socket);
void link_send(struct link *l, uint32_t stream, enum frame_type type, const void *payload, size_t n);
// Sends and empties the payload.
void link_send_fields(struct link *l, uint32_t stream, enum frame_type type, struct buffer *payload);
// Sends CLOSED for a stream that could not be opened. why may be NULL.
void link_refuse(struct link *l, uint32_t stream, int error, const char *why);
// How many bytes of DATA may be queued now; if 0, the streams are kicked when there is space again.
size_t link_room(struct link *l);
// Reports a flow that is about to begin to the host; drops the report if no host is connected, because a late one is
// useless.
void link_flow(void *link, const struct record *r);
// Sends queued bytes and events as far as the host accepts them.
void link_flush(struct link *l);

#endif
