// The event store: records are numbered here and kept until the host has them on disk (PROTOCOL 4).
//
// It may live in a file on a tmpfs. Then a new agent process goes on where the killed one stopped: with its numbers,
// and with the records that had not been acknowledged.
#ifndef BELLJAR_RING_H
#define BELLJAR_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record.h"

#define RING_BYTES (16u << 20)
#define RING_BOOT 40

// What is at the start of the mapping. head and tail count bytes since boot; the records lie between them.
struct ring_state {
    char magic[16];
    char boot_id[RING_BOOT];
    uint64_t capacity, head, tail, last_seq, lost, pending;
};

struct ring {
    struct ring_state *state;
    uint8_t *bytes;
    uint64_t first_seq;    // last_seq + 1 if none is kept
};

// Where a reader is: the next record to send.
struct ring_cursor {
    uint64_t at;
};

// path NULL: in memory only. False with errno if there is no room for it.
bool ring_open(struct ring *r, const char *path, const char *boot_id, size_t capacity);
// The boot that a file on a tmpfs was begun in, which is this one. False if there is none, or it says no id.
bool ring_boot(const char *path, char into[RING_BOOT]);
void ring_close(struct ring *r);
// Numbers a finished record and keeps it, or counts it as lost. Returns its number or 0.
uint64_t ring_append(struct ring *r, struct record *record);
// n events were lost before they came here; a LOST record will stand in their place.
void ring_lose(struct ring *r, uint64_t n);
// The host has everything up to seq. False if that number was never given out.
bool ring_ack(struct ring *r, uint64_t seq);
// As the host says at the start of a conversation; a number from the future moves the numbering past it.
void ring_resume(struct ring *r, uint64_t seq);
struct ring_cursor ring_oldest(const struct ring *r);
// Copies whole records, at most n bytes, and moves the cursor past them.
size_t ring_read(const struct ring *r, struct ring_cursor *c, uint8_t *out, size_t n);
// Bytes that were read and not acknowledged yet.
uint64_t ring_in_flight(const struct ring *r, const struct ring_cursor *c);

#endif
