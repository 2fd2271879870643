// What cannot be read about a process keeps nobody waiting for long. A FIFO that nobody writes to stands for it.
#include "../src/reader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../src/loop.h"
#include "check.h"

#define SECOND 1000000000u
#define STUCK 20

static char folder[64];

static void place(int pid, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%d", folder, pid);
    mkdir(path, 0700);
    strcat(path, "/cmdline");
    if (!text) {
        CHECK_INT(mkfifo(path, 0600), 0);
        return;
    }
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void release(int pid) {
    char path[128];
    snprintf(path, sizeof path, "%s/%d/cmdline", folder, pid);
    int fd = open(path, O_WRONLY | O_NONBLOCK);
    if (fd >= 0) close(fd);
}

static void make_folder(void) {
    strcpy(folder, "/tmp/belljar-reader-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
}

static void delete_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_INT(system(command), 0);
}

struct line {
    size_t size;
    char text[100];
};

static void read_line(pid_t pid, void *facts) {
    struct line *line = facts;
    char path[128];
    snprintf(path, sizeof path, "%s/%d/cmdline", folder, (int)pid);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, line->text, sizeof line->text);
    line->size = n > 0 ? (size_t)n : 0;
    if (fd >= 0) close(fd);
}

static void read_nothing(pid_t pid, void *facts) { ((struct line *)facts)->size = (size_t)pid; }

static void whatCannotBeReadIsLeftOut(void) {
    struct line line = {.size = 99};
    make_folder();
    place(1, "one");
    place(2, NULL);
    uint64_t until = reading_until();
    CHECK(reader_run(until, 1, read_line, &line, sizeof line));
    CHECK_INT(line.size, 3);
    CHECK(memcmp(line.text, "one", 3) == 0);
    uint64_t from = mono_ns();
    CHECK(!reader_run(until, 2, read_line, &line, sizeof line));
    CHECK(mono_ns() - from < SECOND);
    CHECK_INT(line.size, 3);
    // It is known by now. Other processes, and something else about this one, can be read.
    from = mono_ns();
    for (int i = 0; i < 100; i++) CHECK(!reader_run(until, 2, read_line, &line, sizeof line));
    CHECK(mono_ns() - from < SECOND / 4);
    CHECK(reader_run(until, 1, read_line, &line, sizeof line));
    CHECK(reader_run(until, 2, read_nothing, &line, sizeof line));
    CHECK_INT(line.size, 2);
    CHECK(!reader_run(mono_ns(), 1, read_line, &line, sizeof line));
    release(2);
    delete_folder();
}

static uint64_t read_all_that_are_stuck(void) {
    struct line line;
    uint64_t until = reading_until(), from = mono_ns();
    for (int pid = 100; pid < 100 + STUCK; pid++) CHECK(!reader_run(until, pid, read_line, &line, sizeof line));
    return mono_ns() - from;
}

static void howeverManyThereAreARequestTakesSeconds(void) {
    struct line line;
    make_folder();
    place(3, "three");
    for (int pid = 100; pid < 100 + STUCK; pid++) place(pid, NULL);
    CHECK(read_all_that_are_stuck() < READING_NS + SECOND);
    CHECK(read_all_that_are_stuck() < READING_NS + SECOND);
    // By now nothing more is tried.
    CHECK(read_all_that_are_stuck() < SECOND / 4);
    // Everything is back once these can be read.
    for (int pid = 100; pid < 100 + STUCK; pid++) release(pid);
    bool done = false;
    for (int i = 0; i < 50 && !done; i++) {
        usleep(20000);
        done = reader_run(reading_until(), 3, read_line, &line, sizeof line);
    }
    CHECK(done);
    CHECK_INT(line.size, 5);
    delete_folder();
}

const struct test reader_tests[] = {
    TEST(whatCannotBeReadIsLeftOut),
    TEST(howeverManyThereAreARequestTakesSeconds),
    {0},
};
