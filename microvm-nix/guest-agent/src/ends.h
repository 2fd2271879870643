// The agent's ends of what a command has for standard input, output and error: pipes, or a terminal.
#ifndef BELLJAR_ENDS_H
#define BELLJAR_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"

#define SIDE_MOST 10000

// Ours; -1 where there is none. The child's go into the command. All are the caller's to close, also after a failure.
struct ends {
    int in, out, err;
};

static inline bool is_side(uint64_t n) { return n >= 1 && n <= SIDE_MOST; }

// False with errno if they cannot be had.
bool ends_pty(struct ends *e, struct command *c, uint16_t rows, uint16_t cols);
bool ends_pipes(struct ends *e, struct command *c, bool input, bool output);
void ends_resize(int terminal, uint16_t rows, uint16_t cols);

#endif
