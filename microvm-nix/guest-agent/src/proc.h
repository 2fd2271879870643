// What /proc says about processes.
#ifndef BELLJAR_PROC_H
#define BELLJAR_PROC_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROC_TEXT_MOST 4097

struct proc_status {
    pid_t pid, ppid, session;
    uint32_t uid;    // real
    char state;
    bool kernel_thread;
    char comm[64];
    uint64_t rss, threads;
};

// Text that is as long as the size says: there may be NULs in it.
struct proc_text {
    size_t size;
    char bytes[PROC_TEXT_MOST];
};

struct proc_times {
    uint64_t start_ns;    // since boot, to the clock tick
    uint64_t utime_us, stime_us;
};

struct proc_links {
    struct proc_text exe, cwd;
};

// The next process of an open /proc, or 0.
pid_t proc_next(DIR *dir);
// At most n bytes of /proc/PID/name; 0 if it is gone. Only for status, statm and other files whose reader never has to wait
// for the process.
size_t proc_read(pid_t pid, const char *name, char *into, size_t n);
// False if it is gone.
bool proc_status(pid_t pid, struct proc_status *s);

// What may not be there in time (see reader.h) is zero or empty.
struct proc_times proc_times(uint64_t until, pid_t pid);
void proc_links(uint64_t until, pid_t pid, struct proc_links *links);
void proc_cmdline(uint64_t until, pid_t pid, struct proc_text *cmdline);

// Where the link /proc/PID/name points, as text; 0 if there is none. Only for a reader, because it may take any time.
size_t proc_link(pid_t pid, const char *name, char *into, size_t n);
// Control bytes become ?, NULs spaces.
void proc_printable(char *text, size_t n);

#endif
