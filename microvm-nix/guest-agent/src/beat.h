// The figures of a heartbeat.
#ifndef BELLJAR_BEAT_H
#define BELLJAR_BEAT_H

#include <stdint.h>

#include "buffer.h"

// Appends all fields of a BEAT.
void beat_fields(struct buffer *b, uint64_t lost);

#endif
