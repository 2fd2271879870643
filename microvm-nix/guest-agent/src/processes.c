// The list of processes. Kernel threads are left out, as in all events.
#include <dirent.h>
#include <inttypes.h>
#include <string.h>

#include "cmdline.h"
#include "kinds.h"
#include "listing.h"
#include "proc.h"
#include "starts.h"

#define CMDLINE_MOST 4096

static void add_line(struct buffer *b, const struct cmdlines *cmdlines, struct proc_stat *s, uint64_t start_ns) {
    char cmdline[CMDLINE_MOST];
    size_t n = cmdline_read(cmdlines, s->pid, cmdline, sizeof cmdline);
    while (n > 0 && cmdline[n - 1] == 0) n--;
    int64_t uid = proc_uid(s->pid);
    if (uid < 0) return;
    proc_printable(cmdline, n);
    proc_printable(s->comm, strlen(s->comm));
    buffer_print(b, "%d %d %" PRId64 " %c %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\t%s\t", (int)s->pid,
                 (int)s->ppid, uid, s->state, start_ns, s->utime_us, s->stime_us, s->rss, s->threads, s->comm);
    buffer_append(b, cmdline, n);
    buffer_append(b, "\n", 1);
}

void processes_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    struct buffer text = {0};
    struct cmdlines cmdlines = cmdlines_begin();
    struct starts starts = link->settings->starts(link->settings->observer);
    DIR *dir = opendir("/proc");
    for (pid_t pid; dir && buffer_size(&text) < LISTING_MOST && (pid = proc_next(dir)) > 0;) {
        struct proc_stat s;
        if (proc_stat(pid, &s) && !s.kernel_thread) add_line(&text, &cmdlines, &s, starts_of(&starts, pid, s.start_ns));
    }
    if (dir) closedir(dir);
    starts_free(&starts);
    listing_begin(link, id, &text);
}
