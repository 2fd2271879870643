// The processes that are there when observation begins, as `present` records.
#ifndef BELLJAR_PRESENT_H
#define BELLJAR_PRESENT_H

#include "ring.h"
#include "starts.h"

void present_report(struct ring *ring, const struct starts *starts);

#endif
