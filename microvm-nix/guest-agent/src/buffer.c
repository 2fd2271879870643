// The byte queue: one allocation, compacted when half of it is unused, freed when it is empty and large.
#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_WHEN_EMPTY (64 * 1024)

void *memory(size_t n) {
    void *p = calloc(1, n ? n : 1);
    if (!p) {
        fprintf(stderr, "belljar-guest: out of memory (%zu bytes)\n", n);
        abort();
    }
    return p;
}

char *text_copy(const void *bytes, size_t n) {
    char *text = memory(n + 1);
    if (n) memcpy(text, bytes, n);
    return text;
}

uint8_t *buffer_room(struct buffer *b, size_t n) {
    if (b->capacity - b->end >= n && b->data) return b->data + b->end;
    size_t size = buffer_size(b);
    if (b->data && b->start >= size && b->capacity - size >= n) {
        memcpy(b->data, b->data + b->start, size);
    } else {
        size_t capacity = b->capacity ? b->capacity : 1024;
        while (capacity - size < n) capacity *= 2;
        uint8_t *grown = memory(capacity);
        if (size) memcpy(grown, b->data + b->start, size);
        free(b->data);
        b->data = grown;
        b->capacity = capacity;
    }
    b->start = 0;
    b->end = size;
    return b->data + size;
}

void buffer_grew(struct buffer *b, size_t n) { b->end += n; }

void buffer_append(struct buffer *b, const void *bytes, size_t n) {
    if (!n) return;
    memcpy(buffer_room(b, n), bytes, n);
    b->end += n;
}

void buffer_print(struct buffer *b, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0) {
        vsnprintf((char *)buffer_room(b, (size_t)n + 1), (size_t)n + 1, format, again);
        b->end += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

void buffer_take(struct buffer *b, size_t n) {
    b->start += n;
    if (b->start < b->end) return;
    b->start = b->end = 0;
    if (b->capacity > KEPT_WHEN_EMPTY) buffer_free(b);
}

void buffer_free(struct buffer *b) {
    free(b->data);
    *b = (struct buffer){0};
}
