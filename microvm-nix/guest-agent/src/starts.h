// When each process began, as the kernel's task iterator tells it. /proc knows it only to the clock tick, and events are
// keyed by it.
#ifndef BELLJAR_STARTS_H
#define BELLJAR_STARTS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct observed_task;

struct starts {
    struct observed_task *tasks;
    size_t count;
};

// From an open iterator.
struct starts starts_read(int fd);
// The exact value, or `otherwise`.
uint64_t starts_of(const struct starts *s, pid_t pid, uint64_t otherwise);
void starts_free(struct starts *s);

#endif
