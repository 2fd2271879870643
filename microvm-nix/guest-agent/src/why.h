// `belljar-why`: tells people and programs in the machine what was blocked, why, and what they can do.
#ifndef BELLJAR_WHY_H
#define BELLJAR_WHY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct why_options {
    const char *about;    // a name or an address, with or without a port; NULL for everything
    bool json;
    uint64_t now;         // ms since the epoch
};

// True if the agent's binary was started under this name.
bool why_is(const char *program);
int why_main(int argc, char **argv);
// Prints the refusals of a list. Returns the exit code: 0 if there were any, 1 if not.
int why_print(FILE *list, FILE *to, const struct why_options *options);

#endif
