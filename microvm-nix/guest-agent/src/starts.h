// The start time of each process from the kernel's task iterator. /proc has only the precision of a clock tick, and the
// start time identifies a process in events.
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
