// The observer: eBPF programs in the kernel, and their consumer, which converts their events into event records.
#ifndef BELLJAR_OBSERVE_H
#define BELLJAR_OBSERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop.h"
#include "ring.h"
#include "starts.h"

#define OBSERVES_PROCESSES 1u
#define OBSERVES_FILES 2u
#define OBSERVES_FLOWS 4u

struct observe_bpf;
struct ring_buffer;

struct observer {
    struct loop *loop;
    struct ring *ring;
    struct observe_bpf *programs;
    struct ring_buffer *buffer;
    struct watch watch;
    struct timer tick;
    void (*flow)(void *owner, const struct record *r);    // who is told of flows, at once; they are not kept
    void *owner;
    uint64_t can;          // what it is able to observe
    uint64_t lost_seen;
    unsigned taken;        // the events read since the loop's last turn
    bool on;
};

// Loads and attaches the programs that this kernel supports; stderr reports the others. `flow` and `owner` must be set
// before.
void observer_start(struct observer *o, struct loop *loop, struct ring *ring);
uint64_t observer_can(void *observer);
// Detaches or attaches the programs. Each beginning is marked by a `present` record per process.
void observer_set(void *observer, bool on);
// The start time of each process in nanoseconds; empty if the kernel does not report it.
struct starts observer_starts(void *observer);

#endif
