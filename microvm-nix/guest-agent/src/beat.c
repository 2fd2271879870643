// Heartbeat figures, from /proc and statvfs.
#include "beat.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "fields.h"
#include "limits.h"
#include "loop.h"
#include "proc.h"

static void read_text(const char *path, char *text, size_t n) {
    text[0] = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    ssize_t got = read(fd, text, n - 1);
    text[got > 0 ? got : 0] = 0;
    close(fd);
}

static uint64_t load1000(void) {
    char text[128];
    unsigned whole = 0, hundredths = 0;
    read_text("/proc/loadavg", text, sizeof text);
    sscanf(text, "%u.%u", &whole, &hundredths);
    return whole * 1000u + hundredths * 10u;
}

static uint64_t meminfo(const char *text, const char *key) {
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) * 1024 : 0;
}

// user nice system idle iowait irq softirq steal, in ticks
static void cpu_us(uint64_t *busy, uint64_t *total) {
    char text[256];
    unsigned long long t[8] = {0};
    read_text("/proc/stat", text, sizeof text);
    sscanf(text, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]);
    uint64_t sum = 0, tick_us = 1000000u / (uint64_t)sysconf(_SC_CLK_TCK);
    for (int i = 0; i < 8; i++) sum += t[i];
    *total = sum * tick_us;
    *busy = (sum - t[3] - t[4]) * tick_us;
}

// Kernel threads have no memory; nor has a zombie, which is about to go. Of the files that tell, this is the one for which
// the kernel takes no lock that a program could hold: cmdline waits while a process changes its address space, and stat
// while it executes a program. The heartbeat cannot wait for that.
static bool has_memory(pid_t pid) {
    char text[32];
    text[proc_read(pid, "statm", text, sizeof text - 1)] = 0;
    return strtoull(text, NULL, 10) > 0;
}

static uint64_t process_count(void) {
    DIR *dir = opendir("/proc");
    if (!dir) return 0;
    uint64_t n = 0;
    for (pid_t pid; (pid = proc_next(dir)) > 0;) n += has_memory(pid);
    closedir(dir);
    return n;
}

void beat_fields(struct buffer *b, uint64_t lost) {
    char memory_text[512];
    uint64_t busy, total;
    struct statvfs disk = {0};
    read_text("/proc/meminfo", memory_text, sizeof memory_text);
    cpu_us(&busy, &total);
    statvfs("/", &disk);
    fields_put_int(b, TAG_MONO_NS, mono_ns());
    fields_put_int(b, TAG_REAL_NS, real_ns());
    fields_put_int(b, TAG_LOST, lost);
    fields_put_int(b, TAG_LOAD1000, load1000());
    fields_put_int(b, TAG_MEM_TOTAL, meminfo(memory_text, "MemTotal:"));
    fields_put_int(b, TAG_MEM_AVAILABLE, meminfo(memory_text, "MemAvailable:"));
    fields_put_int(b, TAG_CPU_BUSY_US, busy);
    fields_put_int(b, TAG_CPU_TOTAL_US, total);
    fields_put_int(b, TAG_DISK_TOTAL, (uint64_t)disk.f_blocks * disk.f_frsize);
    fields_put_int(b, TAG_DISK_FREE, (uint64_t)disk.f_bavail * disk.f_frsize);
    fields_put_int(b, TAG_PROCS, process_count());
    struct limits limits;
    limits_read(&limits);
    if (limits.now != UINT64_MAX) fields_put_int(b, TAG_LIMITED, limits.now);
    fields_put_int(b, TAG_REFUSED, limits.refused);
    fields_put_int(b, TAG_OOM_KILLS, limits.oom_kills);
}
