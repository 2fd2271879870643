// One event record (PROTOCOL 4) being written. Its length and number are filled in by the ring.
#ifndef BELLJAR_RECORD_H
#define BELLJAR_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum event_kind { EVENT_FORK = 1, EVENT_EXEC, EVENT_EXIT, EVENT_FILE, EVENT_LOST = 9, EVENT_PRESENT = 10, EVENT_FLOW };

enum event_tag {
    EV_PID = 1,
    EV_PPID,
    EV_START,
    EV_COMM,
    EV_UID,
    EV_GID,
    EV_EXE,
    EV_CWD,
    EV_ARGV,
    EV_EXIT,
    EV_TERMSIG,
    EV_CPU_NS,
    EV_OP,
    EV_PATH,
    EV_PATH2,
    EV_BYTES,
    EV_COUNT,
    EV_TRUNCATED,
    EV_PROTOCOL,
    EV_LOCAL_PORT,
    EV_ADDRESS,
    EV_PORT,
};

#define RECORD_HEADER 21    // length, seq, kind, mono_ns
#define RECORD_MOST (4 + 16384)
#define EVENT_TEXT_MOST 4096

struct record {
    size_t size;
    bool truncated;
    uint8_t bytes[RECORD_MOST];
};

void record_start(struct record *r, enum event_kind kind, uint64_t mono_ns);
void record_int(struct record *r, enum event_tag tag, uint64_t value);
// Cut at 4,096 bytes; the record then says that it was.
void record_text(struct record *r, enum event_tag tag, const void *text, size_t n);
// Writes the length. Nothing may be added afterwards.
void record_end(struct record *r);

#endif
