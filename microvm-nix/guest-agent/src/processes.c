// The list of processes. Kernel threads are left out, as in all events.
#include <dirent.h>
#include <inttypes.h>
#include <string.h>

#include "kinds.h"
#include "listing.h"
#include "proc.h"
#include "reader.h"
#include "starts.h"

#define CMDLINE_MOST 4096

static void add_line(struct buffer *b, struct proc_status *s, const struct starts *starts, uint64_t until) {
    static struct proc_text cmdline;
    struct proc_times times = proc_times(until, s->pid);
    proc_cmdline(until, s->pid, &cmdline);
    size_t n = cmdline.size < CMDLINE_MOST ? cmdline.size : CMDLINE_MOST;
    while (n > 0 && cmdline.bytes[n - 1] == 0) n--;
    proc_printable(cmdline.bytes, n);
    proc_printable(s->comm, strlen(s->comm));
    buffer_print(b, "%d %d %u %c %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\t%s\t", (int)s->pid, (int)s->ppid,
                 s->uid, s->state, starts_of(starts, s->pid, times.start_ns), times.utime_us, times.stime_us, s->rss, s->threads,
                 s->comm);
    buffer_append(b, cmdline.bytes, n);
    buffer_append(b, "\n", 1);
}

void processes_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    struct buffer text = {0};
    struct starts starts = link->settings->starts(link->settings->observer);
    uint64_t until = reading_until();
    DIR *dir = opendir("/proc");
    for (pid_t pid; dir && buffer_size(&text) < LISTING_MOST && (pid = proc_next(dir)) > 0;) {
        struct proc_status s;
        if (proc_status(pid, &s) && !s.kernel_thread) add_line(&text, &s, &starts, until);
    }
    if (dir) closedir(dir);
    starts_free(&starts);
    listing_begin(link, id, &text);
}
