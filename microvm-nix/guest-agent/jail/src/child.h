#ifndef BELLJAR_JAIL_CHILD_H
#define BELLJAR_JAIL_CHILD_H

#include <sys/resource.h>

#include "plan.h"
#include "sources.h"

// `files` is the soft limit of open files that commands get.
_Noreturn void child_main(const struct plan *plan, const struct sources *sources, int control, int plan_fd, rlim_t files);

#endif
