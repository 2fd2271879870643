// The byte stream to the host: the virtio-serial port, or for tests a listening Unix socket, with hang-ups.
#ifndef BELLJAR_LINE_H
#define BELLJAR_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop.h"

struct line_owner {
    void (*input)(void *self);     // bytes can be read
    void (*output)(void *self);    // bytes can be written again
    void (*hangup)(void *self);    // the host is gone, and was for a while; until input comes again
};

struct line {
    struct loop *loop;
    const struct line_owner *owner;
    void *self;
    struct watch port, listener;
    struct timer retry;
    const char *path;
    uint64_t hung_up_at;
    bool socket, hung_up, untold, want_input, want_output;    // untold: hung up, but not for long enough to say so
};

// Starts at once or, if the port does not exist yet, as soon as it does. False with errno if a socket cannot be
// created.
bool line_start(struct line *l, struct loop *loop, const char *path, bool socket);
// Both return the number of bytes moved; 0 if none can be moved now. A detected hang-up is reported to the owner.
size_t line_read(struct line *l, uint8_t *into, size_t n);
size_t line_write(struct line *l, const uint8_t *from, size_t n);
void line_want(struct line *l, bool input, bool output);

#endif
