// Command lines: those that cannot be read keep nobody waiting for long. A FIFO that nobody writes to stands for them.
#include "../src/cmdline.h"

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
    strcpy(folder, "/tmp/belljar-cmdlines-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
}

static void delete_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_INT(system(command), 0);
}

static struct cmdlines begin(void) {
    struct cmdlines c = cmdlines_begin();
    c.proc = folder;
    return c;
}

static void commandLinesThatCannotBeReadAreLeftOut(void) {
    char text[100];
    make_folder();
    place(1, "one");
    place(2, NULL);
    place(3, "three");
    struct cmdlines c = begin();
    CHECK_INT(cmdline_read(&c, 1, text, sizeof text), 3);
    CHECK_INT(cmdline_read(&c, 1, text, 2), 2);
    uint64_t from = mono_ns();
    CHECK_INT(cmdline_read(&c, 2, text, sizeof text), 0);
    CHECK(mono_ns() - from < SECOND);
    CHECK_INT(cmdline_read(&c, 3, text, sizeof text), 5);
    CHECK(memcmp(text, "three", 5) == 0);
    // It is known by now.
    from = mono_ns();
    for (int i = 0; i < 100; i++) CHECK_INT(cmdline_read(&c, 2, text, sizeof text), 0);
    CHECK(mono_ns() - from < SECOND / 4);
    CHECK_INT(cmdline_read(&c, 77, text, sizeof text), 0);
    release(2);
    delete_folder();
}

static uint64_t list_those_that_are_stuck(void) {
    char text[100];
    struct cmdlines c = begin();
    uint64_t from = mono_ns();
    for (int pid = 100; pid < 100 + STUCK; pid++) CHECK_INT(cmdline_read(&c, pid, text, sizeof text), 0);
    return mono_ns() - from;
}

static void howeverManyThereAreAListTakesSeconds(void) {
    char text[100];
    make_folder();
    place(3, "three");
    for (int pid = 100; pid < 100 + STUCK; pid++) place(pid, NULL);
    CHECK(list_those_that_are_stuck() < CMDLINES_NS + SECOND);
    CHECK(list_those_that_are_stuck() < CMDLINES_NS + SECOND);
    // By now no more is tried.
    CHECK(list_those_that_are_stuck() < SECOND / 4);
    // All command lines are back once these can be read.
    for (int pid = 100; pid < 100 + STUCK; pid++) release(pid);
    size_t n = 0;
    for (int i = 0; i < 50 && n == 0; i++) {
        struct cmdlines c = begin();
        usleep(20000);
        n = cmdline_read(&c, 3, text, sizeof text);
    }
    CHECK_INT(n, 5);
    delete_folder();
}

const struct test cmdline_tests[] = {
    TEST(commandLinesThatCannotBeReadAreLeftOut),
    TEST(howeverManyThereAreAListTakesSeconds),
    {0},
};
