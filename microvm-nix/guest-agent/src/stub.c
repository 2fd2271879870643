#include <errno.h>
#include "kinds.h"
#define S(n) void n##_open(struct link *l, uint32_t id, const struct fields *f) { (void)f; link_refuse(l, id, ENOSYS, "not yet"); }
S(connect) S(ports) S(processes) S(identity) S(sync) S(shutdown)
