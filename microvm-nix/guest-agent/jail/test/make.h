// Writes plans for the tests, and filters by hand: the product's are compiled elsewhere.
#ifndef BELLJAR_JAIL_MAKE_H
#define BELLJAR_JAIL_MAKE_H

#include <linux/filter.h>

#include "../../src/buffer.h"
#include "../src/plan.h"

struct maker {
    struct buffer records;
    uint32_t count, flags, hold_ms;
};

void make_record(struct maker *m, uint16_t kind, const void *payload, size_t n);
void make_text(struct maker *m, uint16_t kind, const char *text);
void make_map(struct maker *m, uint16_t kind, uint32_t inside, uint32_t outside, uint32_t count);
void make_identity(struct maker *m, uint32_t user, uint32_t group);
void make_limit(struct maker *m, uint32_t resource, uint64_t value);
void make_kept(struct maker *m, uint32_t outside, uint32_t inside);
// The strings that the kind has, in order; `size` for TMPFS.
void make_mount(struct maker *m, uint32_t kind, uint32_t attributes, const char *first, const char *second, uint64_t size);
void make_overlay(struct maker *m, uint32_t attributes, const char *lower, const char *target, const char *upper, const char *work);

enum { WITH_NOTIFY = 1, WITH_STAT = 2, WITH_DEBUG = 4, WITH_LISTENERS = 8, WITH_NESTED = 16 };
void make_filter(struct maker *m, int options);

// The whole plan; the maker is empty afterwards.
struct buffer make_plan(struct maker *m);

#endif
