// The list of connections that the host blocked, as `belljar-why` shows it: one JSON object a line, the newest last.
#ifndef BELLJAR_REFUSALS_H
#define BELLJAR_REFUSALS_H

#include <stddef.h>
#include <stdint.h>

#define REFUSALS_FILE "/run/belljar/denied.jsonl"
#define REFUSALS_BYTES_MOST (512 * 1024)
#define REFUSALS_LINES_MOST 1000
// How many bytes the host may add at once.
#define REFUSALS_ADDED_MOST (128 * 1024)

// Adds whole lines to the file, which everybody may read. When it gets too long, its oldest quarter is left out, and a new
// file takes its place at once. A program with the rights of root may have put anything in its place: what is no ordinary
// file is removed. Returns 0 or an error.
int refusals_add(const char *path, const uint8_t *lines, size_t n);

#endif
