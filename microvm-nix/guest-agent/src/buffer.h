// A growing byte queue: bytes are appended at the end and removed from the start. Its owner must bound it.
#ifndef BELLJAR_BUFFER_H
#define BELLJAR_BUFFER_H

#include <stddef.h>
#include <stdint.h>

struct buffer {
    uint8_t *data;
    size_t start, end, capacity;
};

static inline size_t buffer_size(const struct buffer *b) { return b->end - b->start; }
static inline const uint8_t *buffer_bytes(const struct buffer *b) { return b->data + b->start; }

// Space for n more bytes at the end; the caller reports with buffer_grew how many it filled.
uint8_t *buffer_room(struct buffer *b, size_t n);
void buffer_grew(struct buffer *b, size_t n);
void buffer_append(struct buffer *b, const void *bytes, size_t n);
// Appends formatted text (without a closing NUL).
void buffer_print(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_take(struct buffer *b, size_t n);
void buffer_free(struct buffer *b);

// Allocates n zeroed bytes. Out of memory ends the agent, which its service restarts.
void *memory(size_t n);
// A copy of n bytes followed by a NUL.
char *text_copy(const void *bytes, size_t n);

#endif
