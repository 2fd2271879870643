// The kinds of stream (PROTOCOL 5), one opener each. An opener answers with OPENED or with CLOSED, now or later.
#ifndef BELLJAR_KINDS_H
#define BELLJAR_KINDS_H

#include <stdint.h>

#include "fields.h"
#include "link.h"

enum stream_kind_number {
    KIND_EXEC = 1,
    KIND_CONNECT,
    KIND_PUT,
    KIND_GET,
    KIND_PORTS,
    KIND_PROCESSES,
    KIND_IDENTITY,
    KIND_SYNC,
    KIND_SHUTDOWN,
    KIND_PRESENT,
    KIND_REFUSALS,
};

void kind_open(struct link *link, uint32_t id, const struct fields *f);

void exec_open(struct link *link, uint32_t id, const struct fields *f);
void connect_open(struct link *link, uint32_t id, const struct fields *f);
void put_open(struct link *link, uint32_t id, const struct fields *f);
void get_open(struct link *link, uint32_t id, const struct fields *f);
void ports_open(struct link *link, uint32_t id, const struct fields *f);
void processes_open(struct link *link, uint32_t id, const struct fields *f);
void identity_open(struct link *link, uint32_t id, const struct fields *f);
void sync_open(struct link *link, uint32_t id, const struct fields *f);
void shutdown_open(struct link *link, uint32_t id, const struct fields *f);
void present_open(struct link *link, uint32_t id, const struct fields *f);
void refusals_open(struct link *link, uint32_t id, const struct fields *f);

#endif
