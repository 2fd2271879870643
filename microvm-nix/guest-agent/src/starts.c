// A table that is read completely, used once and freed.
#include "starts.h"

#include <stdlib.h>
#include <unistd.h>

#include "../bpf/observed.h"
#include "buffer.h"

#define TASKS_MOST (1u << 20)

struct starts starts_read(int fd) {
    struct buffer b = {0};
    while (buffer_size(&b) < TASKS_MOST * sizeof(struct observed_task)) {
        ssize_t n = read(fd, buffer_room(&b, 16384), 16384);
        if (n <= 0) break;
        buffer_grew(&b, (size_t)n);
    }
    return (struct starts){.tasks = (struct observed_task *)b.data, .count = buffer_size(&b) / sizeof(struct observed_task)};
}

// The iterator goes in the order of process ids.
uint64_t starts_of(const struct starts *s, pid_t pid, uint64_t otherwise) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->tasks[middle].pid == (unsigned)pid) return s->tasks[middle].start_ns;
        if (s->tasks[middle].pid < (unsigned)pid)
            low = middle + 1;
        else
            high = middle;
    }
    return otherwise;
}

void starts_free(struct starts *s) {
    free(s->tasks);
    *s = (struct starts){0};
}
