// Threads that read what the kernel may withhold from whoever reads it, for as long as a program wants: the loop waits for
// them for a short time only.
#ifndef BELLJAR_READER_H
#define BELLJAR_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FACTS_MOST 36864
#define READING_NS 3000000000u    // for all that one request reads

// Reads about a process into `facts`, of which nobody else has a part.
typedef void read_job(pid_t pid, void *facts);

// Until when one request may read, for all its calls of reader_run (CLOCK_MONOTONIC ns).
uint64_t reading_until(void);
// Runs the job with a copy of the facts on another thread. False if it does not end in time: then they are as before, and
// the same is not tried again for this process until it has ended.
bool reader_run(uint64_t until, pid_t pid, read_job *job, void *facts, size_t size);

#endif
