// Starts a command inside, and its terminal.
#ifndef BELLJAR_JAIL_COMMAND_H
#define BELLJAR_JAIL_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

#include "plan.h"

struct terminal {
    int master, slave;
};

// A pair of the jail's own devpts, with the size of the terminal `like` if it is one.
bool terminal_open(struct terminal *pair, int like);
// A process that copies between the pair and the two descriptors. After SIGTERM it copies what is left, then ends.
pid_t terminal_relay(const struct terminal *pair, int in, int out);

// Its pid, or -1. `slave` is its terminal, or -1; otherwise it gets `stdio`. Only id 0 gets the descriptors that the plan keeps.
pid_t command_start(const struct plan *plan, const struct command_plan *command, uint32_t id, const int stdio[3], int slave);

#endif
