// Reading plans from files, for the launcher and for `check`.
#ifndef BELLJAR_JAIL_LAUNCH_H
#define BELLJAR_JAIL_LAUNCH_H

#include "plan.h"

uint8_t *plan_load(const char *path, int fd, size_t *n);
void plan_or_die(struct plan *plan, const uint8_t *bytes, size_t n);

#endif
