// What /proc says about processes.
#ifndef BELLJAR_PROC_H
#define BELLJAR_PROC_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct proc_stat {
    pid_t pid, ppid, session;
    char state;
    bool kernel_thread;
    char comm[64];
    uint64_t start_ns;    // since boot, to the clock tick
    uint64_t utime_us, stime_us, rss, threads;
};

// The next process of an open /proc, or 0.
pid_t proc_next(DIR *dir);
// False if it is gone.
bool proc_stat(pid_t pid, struct proc_stat *s);
// At most n bytes of /proc/PID/name; 0 if it is gone. Not for files that the kernel reads from the memory of the process,
// such as cmdline and environ, because that can take any time.
size_t proc_read(pid_t pid, const char *name, char *into, size_t n);
// Where the link /proc/PID/name points, as text; 0 if there is none.
size_t proc_link(pid_t pid, const char *name, char *into, size_t n);
// Real user id, or -1.
int64_t proc_uid(pid_t pid);
// Control bytes become ?, NULs spaces.
void proc_printable(char *text, size_t n);

#endif
