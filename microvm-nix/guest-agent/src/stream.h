// Streams: the table of those open, credit in both directions, and frames handed to the kind they belong to.
#ifndef BELLJAR_STREAM_H
#define BELLJAR_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "buffer.h"
#include "fields.h"
#include "frame.h"

#define STREAMS_MOST 256

struct link;
struct stream;

// The callbacks of a kind of stream. Those with a bool result return false if the host's input breaks the conversation.
// All of them except hangup may be NULL.
struct stream_kind {
    bool (*data)(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n);
    bool (*eof)(struct stream *s, uint8_t channel);
    bool (*control)(struct stream *s, const struct fields *f);
    void (*kick)(struct stream *s);      // there may be credit or room again
    void (*abort)(struct stream *s);
    void (*hangup)(struct stream *s);    // the conversation is over: let go of everything
    bool (*child)(struct stream *s, pid_t pid, int status);    // true if this child was its own
    void (*release)(struct stream *s);   // after CLOSED: free it
};

struct stream {
    uint32_t id;
    const struct stream_kind *kind;
    struct link *link;
    struct stream *next;
    int64_t may_send;    // credit the host gave
    int64_t granted;     // credit the host has
    uint32_t owed;       // bytes handed on for which credit was not given back yet
};

struct streams {
    struct link *link;
    struct stream *first;
    int count;
};

// False if the frame breaks the conversation.
bool streams_frame(struct streams *t, const struct frame *frame);
void streams_kick(struct streams *t);
void streams_hang_up(struct streams *t);
// A child of the agent ended.
void streams_child(struct streams *t, pid_t pid, int status);

// Puts a new stream on the table; it is the first member of its kind's own struct.
void stream_begin(struct stream *s, struct link *link, uint32_t id, const struct stream_kind *kind);
void stream_opened(struct stream *s, struct buffer *fields);
// How many bytes of DATA may be sent now.
size_t stream_room(struct stream *s);
void stream_send(struct stream *s, uint8_t channel, const uint8_t *bytes, size_t n);
void stream_send_eof(struct stream *s, uint8_t channel);
// n bytes from the host were passed on: returns credit, in larger amounts.
void stream_handed_on(struct stream *s, size_t n);
// Sends CLOSED with these fields and frees the stream.
void stream_close(struct stream *s, struct buffer *fields);
void stream_close_with(struct stream *s, int error, const char *why);

#endif
