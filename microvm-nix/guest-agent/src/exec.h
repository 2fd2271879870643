// A stream with a process behind it: commands, and tar for put and get.
#ifndef BELLJAR_EXEC_H
#define BELLJAR_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "command.h"
#include "link.h"

struct exec_plan {
    bool input, output;    // is there a channel for stdin, for stdout
    bool tar;              // stderr becomes MESSAGE, the result has ERRNO
    uint64_t timeout_ms;
    uint16_t rows, cols;
};

// Starts the command on stream id and takes ownership of it. Answers the host in any case.
void exec_begin(struct link *link, uint32_t id, struct command *command, const struct exec_plan *plan);

#endif
