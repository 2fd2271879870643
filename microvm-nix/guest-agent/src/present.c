// One walk over /proc. Kernel threads are left out, as in all events.
#include "present.h"

#include <dirent.h>
#include <string.h>

#include "kinds.h"
#include "loop.h"
#include "proc.h"
#include "reader.h"

static void put(struct record *r, enum event_tag tag, const struct proc_text *text) {
    if (text->size) record_text(r, tag, text->bytes, text->size);
}

static void report(struct ring *ring, const struct proc_status *s, const struct starts *starts, uint64_t until) {
    static struct proc_links links;
    static struct proc_text argv;
    struct record r;
    uint64_t start_ns = starts_of(starts, s->pid, 0);
    if (!start_ns) start_ns = proc_times(until, s->pid).start_ns;
    proc_links(until, s->pid, &links);
    proc_cmdline(until, s->pid, &argv);
    record_start(&r, EVENT_PRESENT, mono_ns());
    record_int(&r, EV_PID, (uint64_t)s->pid);
    record_int(&r, EV_PPID, (uint64_t)s->ppid);
    record_int(&r, EV_START, start_ns);
    record_int(&r, EV_UID, s->uid);
    put(&r, EV_EXE, &links.exe);
    put(&r, EV_CWD, &links.cwd);
    record_text(&r, EV_ARGV, argv.bytes, argv.size);
    record_text(&r, EV_COMM, s->comm, strlen(s->comm));
    record_end(&r);
    ring_append(ring, &r);
}

void present_report(struct ring *ring, const struct starts *starts) {
    uint64_t until = reading_until();
    DIR *dir = opendir("/proc");
    if (!dir) return;
    for (pid_t pid; (pid = proc_next(dir)) > 0;) {
        struct proc_status s;
        if (proc_status(pid, &s) && !s.kernel_thread && s.state != 'Z') report(ring, &s, starts, until);
    }
    closedir(dir);
}

// Asked for by a host that has not seen this machine begin.
void present_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    struct starts starts = link->settings->starts(link->settings->observer);
    present_report(link->ring, &starts);
    starts_free(&starts);
    link_send(link, id, FRAME_OPENED, NULL, 0);
    link_refuse(link, id, 0, NULL);
    link_flush(link);
}
