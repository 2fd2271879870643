// The command lines of processes.
#ifndef BELLJAR_CMDLINE_H
#define BELLJAR_CMDLINE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define CMDLINES_NS 3000000000u    // for the command lines of all processes in a list

// Where processes are, and until when command lines are waited for.
struct cmdlines {
    const char *proc;
    uint64_t until;    // CLOCK_MONOTONIC ns
};

struct cmdlines cmdlines_begin(void);
// At most n bytes of a command line; 0 if the process is gone, or if its command line cannot be read in time.
size_t cmdline_read(const struct cmdlines *c, pid_t pid, char *into, size_t n);

#endif
