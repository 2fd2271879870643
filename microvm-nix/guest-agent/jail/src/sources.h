// What the plan mounts, opened as detached mounts before anything of the jail exists.
#ifndef BELLJAR_JAIL_SOURCES_H
#define BELLJAR_JAIL_SOURCES_H

#include "plan.h"

enum { DEVICES = 6 };

struct sources {
    int trees[MOUNTS_MOST]; // -1: made by the child, or skipped
    bool skipped[MOUNTS_MOST];
    int devices[DEVICES];
    int init;
    int mapping; // a user namespace with the jail's ids; -1 without MAPPED
    int masks; // the writable folder whose entries "0", "1", … are the contents of the masks; -1 without any
};

extern const char *const device_names[DEVICES];

void sources_open(struct sources *sources, const struct plan *plan);

#endif
