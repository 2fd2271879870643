// A stream that sends one text and ends, used by the kinds ports and processes.
#ifndef BELLJAR_LISTING_H
#define BELLJAR_LISTING_H

#include <stdint.h>

#include "buffer.h"
#include "link.h"

#define LISTING_MOST (8u << 20)

// Sends the text on channel 1, as credit permits, then CLOSED. Takes ownership of the text.
void listing_begin(struct link *link, uint32_t id, struct buffer *text);

#endif
