// User namespaces and the maps of their ids.
#ifndef BELLJAR_JAIL_IDS_H
#define BELLJAR_JAIL_IDS_H

#include <sys/types.h>

#include "plan.h"

// Refuses a plan whose ids lead to this computer's root, one namespace further out.
void ids_check(const struct plan *plan);
// Gives this process a mount namespace of its own, where it may mount; without root in a user namespace of its own,
// in which the plan's outside ids exist. It sees the files of this computer there.
void ids_enter_own(const struct plan *plan);
// Writes the maps of the jail's user namespace. `child` is its first process.
void ids_map_jail(const struct plan *plan, pid_t child);
// A user namespace with the jail's maps, for mounts with mapped owners. By root only.
int ids_mapping(const struct plan *plan);
// Why user namespaces cannot be created here, with the fix, or NULL if no known setting forbids them.
const char *ids_forbidden(void);

#endif
