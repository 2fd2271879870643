// Maps a KIND to its opener.
#include "kinds.h"

#include <errno.h>

void kind_open(struct link *link, uint32_t id, const struct fields *f) {
    switch (fields_int(f, TAG_KIND, 0)) {
        case KIND_EXEC: exec_open(link, id, f); break;
        case KIND_CONNECT: connect_open(link, id, f); break;
        case KIND_PUT: put_open(link, id, f); break;
        case KIND_GET: get_open(link, id, f); break;
        case KIND_PORTS: ports_open(link, id, f); break;
        case KIND_PROCESSES: processes_open(link, id, f); break;
        case KIND_IDENTITY: identity_open(link, id, f); break;
        case KIND_SYNC: sync_open(link, id, f); break;
        case KIND_SHUTDOWN: shutdown_open(link, id, f); break;
        case KIND_PRESENT: present_open(link, id, f); break;
        case KIND_REFUSALS: refusals_open(link, id, f); break;
        default: link_refuse(link, id, EINVAL, "unknown kind of stream");
    }
}
