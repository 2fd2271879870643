// The jail's file systems, made by its first process.
#ifndef BELLJAR_JAIL_ROOT_H
#define BELLJAR_JAIL_ROOT_H

#include "plan.h"
#include "sources.h"

// Makes and enters the root: afterwards nothing else of this computer is mounted.
void root_enter(const struct plan *plan, const struct sources *sources);

#endif
