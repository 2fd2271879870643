// Reading /proc. A process may end between any two reads; then the answer is "gone".
#include "proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reader.h"

#define KTHREADD 2    // the parent of all kernel threads

pid_t proc_next(DIR *dir) {
    for (struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] < '1' || e->d_name[0] > '9') continue;
        return (pid_t)strtol(e->d_name, NULL, 10);
    }
    return 0;
}

size_t proc_read(pid_t pid, const char *name, char *into, size_t n) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    size_t have = 0;
    for (ssize_t got; have < n && (got = read(fd, into + have, n - have)) > 0;) have += (size_t)got;
    close(fd);
    return have;
}

size_t proc_link(pid_t pid, const char *name, char *into, size_t n) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    ssize_t got = readlink(path, into, n);
    return got > 0 ? (size_t)got : 0;
}

static uint64_t ticks_ns(uint64_t ticks) {
    uint64_t per_second = (uint64_t)sysconf(_SC_CLK_TCK);
    return ticks / per_second * 1000000000u + ticks % per_second * 1000000000u / per_second;
}

static void read_times(pid_t pid, void *facts) {
    struct proc_times *t = facts;
    char text[1024];
    unsigned long long utime, stime, start;
    text[proc_read(pid, "stat", text, sizeof text - 1)] = 0;
    // A comm may hold any byte, ')' too: it ends at the last ')'.
    const char *shut = strrchr(text, ')');
    if (!shut || sscanf(shut + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d %*d %*d %llu", &utime,
                        &stime, &start) != 3)
        return;
    *t = (struct proc_times){
        .start_ns = ticks_ns(start), .utime_us = ticks_ns(utime) / 1000, .stime_us = ticks_ns(stime) / 1000};
}

struct proc_times proc_times(uint64_t until, pid_t pid) {
    struct proc_times t = {0};
    reader_run(until, pid, read_times, &t, sizeof t);
    return t;
}

static void read_links(pid_t pid, void *facts) {
    struct proc_links *l = facts;
    l->exe.size = proc_link(pid, "exe", l->exe.bytes, sizeof l->exe.bytes);
    l->cwd.size = proc_link(pid, "cwd", l->cwd.bytes, sizeof l->cwd.bytes);
}

void proc_links(uint64_t until, pid_t pid, struct proc_links *links) {
    links->exe.size = links->cwd.size = 0;
    reader_run(until, pid, read_links, links, sizeof *links);
}

static void read_cmdline(pid_t pid, void *facts) {
    struct proc_text *c = facts;
    c->size = proc_read(pid, "cmdline", c->bytes, sizeof c->bytes);
}

void proc_cmdline(uint64_t until, pid_t pid, struct proc_text *cmdline) {
    cmdline->size = 0;
    reader_run(until, pid, read_cmdline, cmdline, sizeof *cmdline);
}

// The name is what prctl(PR_SET_NAME) made it; the kernel writes a newline and a backslash in it as "\n" and "\\".
static void copy_comm(struct proc_status *s, const char *from) {
    size_t n = 0;
    for (; *from && *from != '\n' && n + 1 < sizeof s->comm; from++) {
        bool escaped = *from == '\\' && from[1];
        if (escaped) from++;
        s->comm[n++] = escaped && *from == 'n' ? '\n' : *from;
    }
    s->comm[n] = 0;
}

static const char *value_of(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? at + strlen(key) : "";
}

bool proc_status(pid_t pid, struct proc_status *s) {
    char text[4096];
    text[proc_read(pid, "status", text, sizeof text - 1)] = 0;
    if (strncmp(text, "Name:\t", 6) != 0) return false;
    *s = (struct proc_status){.pid = pid};
    copy_comm(s, text + 6);
    s->state = *value_of(text, "\nState:\t");
    s->ppid = (pid_t)strtol(value_of(text, "\nPPid:\t"), NULL, 10);
    s->uid = (uint32_t)strtoul(value_of(text, "\nUid:\t"), NULL, 10);
    s->session = (pid_t)strtol(value_of(text, "\nNSsid:\t"), NULL, 10);
    s->threads = strtoull(value_of(text, "\nThreads:\t"), NULL, 10);
    s->rss = strtoull(value_of(text, "\nVmRSS:\t"), NULL, 10) * 1024;
    // Only stat has the kernel's own mark. A zombie has no memory either.
    s->kernel_thread = (pid == KTHREADD || s->ppid == KTHREADD) && !strstr(text, "\nVmSize:");
    return s->state && strstr(text, "\nUid:");
}

void proc_printable(char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (text[i] == 0)
            text[i] = ' ';
        else if ((unsigned char)text[i] < 32 || text[i] == 127)
            text[i] = '?';
    }
}
