// From what an eBPF program saw to an event record.
#ifndef BELLJAR_TRANSLATE_H
#define BELLJAR_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "../bpf/observed.h"
#include "record.h"

// False if it is none of the host's business (below /proc, /sys, /dev, /run/belljar) or not a sound event.
bool translate(struct record *r, const struct observed *e, size_t size);
// An exchange is two renames: this is the second.
bool translate_other_way(struct record *r, const struct observed *e, size_t size);

#endif
