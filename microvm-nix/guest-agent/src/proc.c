// Reading /proc. A process may end between any two reads; then the answer is "gone".
#include "proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PF_KTHREAD 0x00200000u

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

// A comm may hold any byte, ')' and newlines too: it ends at the last ')'.
bool proc_stat(pid_t pid, struct proc_stat *s) {
    char text[1024];
    size_t n = proc_read(pid, "stat", text, sizeof text - 1);
    text[n] = 0;
    char *open = strchr(text, '('), *shut = strrchr(text, ')');
    if (!open || !shut || shut < open) return false;
    *s = (struct proc_stat){.pid = pid};
    size_t length = (size_t)(shut - open - 1);
    if (length >= sizeof s->comm) length = sizeof s->comm - 1;
    memcpy(s->comm, open + 1, length);
    unsigned flags;
    unsigned long long utime, stime, start;
    long threads, rss;
    int got = sscanf(shut + 1, " %c %d %*d %d %*d %*d %u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d %ld %*d %llu %*u %ld",
                     &s->state, &s->ppid, &s->session, &flags, &utime, &stime, &threads, &start, &rss);
    if (got != 9) return false;
    s->kernel_thread = flags & PF_KTHREAD;
    s->utime_us = ticks_ns(utime) / 1000;
    s->stime_us = ticks_ns(stime) / 1000;
    s->start_ns = ticks_ns(start);
    s->threads = (uint64_t)threads;
    s->rss = rss > 0 ? (uint64_t)rss * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
    return true;
}

int64_t proc_uid(pid_t pid) {
    char text[2048];
    size_t n = proc_read(pid, "status", text, sizeof text - 1);
    text[n] = 0;
    const char *line = strstr(text, "\nUid:");
    return line ? strtoll(line + 5, NULL, 10) : -1;
}

void proc_printable(char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (text[i] == 0)
            text[i] = ' ';
        else if ((unsigned char)text[i] < 32 || text[i] == 127)
            text[i] = '?';
    }
}
