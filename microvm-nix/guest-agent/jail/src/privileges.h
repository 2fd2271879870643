// What a process of the jail gives up.
#ifndef BELLJAR_JAIL_PRIVILEGES_H
#define BELLJAR_JAIL_PRIVILEGES_H

#include "plan.h"

// Becomes the command's user and group, and keeps the capabilities in the jail's user namespace for now.
void identity_enter(const struct plan *plan);
// No capabilities, now or through any program that is run later; nothing can bring them back.
void privileges_drop(void);
void limits_set(const struct plan *plan);
// No user namespaces below the jail's own.
void nesting_forbid(void);
// Outside: the warden keeps only what it needs to change the jail's mounts and to look at its processes.
void warden_privileges(void);

#endif
