// The control group of the commands that are not root's, in which the host limits the number of processes.
#ifndef BELLJAR_LIMITS_H
#define BELLJAR_LIMITS_H

#include <stdint.h>

// The group is used from now on; the agent of a test leaves the control groups of its host alone.
void limits_use(void);

// Moves the calling process into the group, which is created if need be. Without control groups it stays where it is.
void limits_enter(void);

struct limits {
    uint64_t now;        // processes and threads in the group; UINT64_MAX if the kernel does not count them
    uint64_t refused;    // how often a process could not be started because of the limit
    uint64_t oom_kills;  // processes that the kernel ended for lack of memory, in the whole guest
};

void limits_read(struct limits *l);

#endif
