// One walk over /proc. Kernel threads are left out, as in all events.
#include "present.h"

#include <dirent.h>
#include <string.h>

#include "cmdline.h"
#include "kinds.h"
#include "loop.h"
#include "proc.h"

static void put_link(struct record *r, enum event_tag tag, pid_t pid, const char *name) {
    char text[EVENT_TEXT_MOST + 1];
    size_t n = proc_link(pid, name, text, sizeof text);
    if (n) record_text(r, tag, text, n);
}

static void report(struct ring *ring, const struct cmdlines *cmdlines, const struct proc_stat *s, uint64_t start_ns) {
    struct record r;
    char argv[EVENT_TEXT_MOST + 1];
    int64_t uid = proc_uid(s->pid);
    record_start(&r, EVENT_PRESENT, mono_ns());
    record_int(&r, EV_PID, (uint64_t)s->pid);
    record_int(&r, EV_PPID, (uint64_t)s->ppid);
    record_int(&r, EV_START, start_ns);
    record_int(&r, EV_UID, uid < 0 ? 0 : (uint64_t)uid);
    put_link(&r, EV_EXE, s->pid, "exe");
    put_link(&r, EV_CWD, s->pid, "cwd");
    record_text(&r, EV_ARGV, argv, cmdline_read(cmdlines, s->pid, argv, sizeof argv));
    record_text(&r, EV_COMM, s->comm, strlen(s->comm));
    record_end(&r);
    ring_append(ring, &r);
}

void present_report(struct ring *ring, const struct starts *starts) {
    struct cmdlines cmdlines = cmdlines_begin();
    DIR *dir = opendir("/proc");
    if (!dir) return;
    for (pid_t pid; (pid = proc_next(dir)) > 0;) {
        struct proc_stat s;
        if (proc_stat(pid, &s) && !s.kernel_thread && s.state != 'Z')
            report(ring, &cmdlines, &s, starts_of(starts, pid, s.start_ns));
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
