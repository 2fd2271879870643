// Converts an event of an eBPF program into an event record.
#ifndef BELLJAR_TRANSLATE_H
#define BELLJAR_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "../bpf/observed.h"
#include "record.h"

// False if the event is not reported (below /proc, /sys, /dev, /run/belljar) or is invalid.
bool translate(struct record *r, const struct observed *e, size_t size);
// An exchange is two renames: this is the second.
bool translate_other_way(struct record *r, const struct observed *e, size_t size);

#endif
