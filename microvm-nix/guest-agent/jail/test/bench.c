// What a jail costs, beside bwrap, interleaved: start and exit of a static program that does nothing; and one open of an allowed path
// under the gate; and whole programs with the gate and without.   bench PROGRAM TOOLS
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rig.h"

enum { ROUNDS = 100, OPENS = 20000 };

static long now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static long timed(char **argv) {
    long from = now_ns();
    int status = -1;
    pid_t pid = vfork();
    if (pid == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    if (status != 0) {
        fprintf(stderr, "%s: ended with %d\n", argv[0], status);
        exit(1);
    }
    return now_ns() - from;
}

static int compare(const void *a, const void *b) { return (*(const long *)a > *(const long *)b) - (*(const long *)a < *(const long *)b); }

static double p50_ms(long *ns) {
    qsort(ns, ROUNDS, sizeof *ns, compare);
    return (double)ns[ROUNDS / 2] / 1e6;
}

// A plan file that can be used again and again: it has no socket.
static void write_plan(char path[80], char folder[64]) {
    static struct rig r;
    rig_start(&r, false);
    make_filter(&r.plan, 0);
    rig_command(&r, "/tools/worker", "true", NULL);
    struct buffer plan = make_plan(&r.plan);
    snprintf(path, 80, "%s/plan", r.folder);
    strcpy(folder, r.folder);
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, buffer_bytes(&plan), buffer_size(&plan)) < 0) perror(path);
    close(fd);
    buffer_free(&plan);
}

static void starts(void) {
    static long plain[ROUNDS], jail[ROUNDS], rival[ROUNDS];
    char path[80], folder[64], tool[200], command[128];
    write_plan(path, folder);
    snprintf(tool, sizeof tool, "%s/worker", rig_tools);
    char *as_plain[] = {tool, "true", NULL};
    char *as_jail[] = {(char *)(uintptr_t)rig_program, "launch", "--plan", path, NULL};
    char *as_rival[] = {"bwrap", "--unshare-all", "--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--symlink", "usr/bin", "/bin",
                        "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs",
                        "/tmp", "--ro-bind", (char *)(uintptr_t)rig_tools, "/tools", "/tools/worker", "true", NULL};
    for (int i = 0; i < ROUNDS; i++) {
        plain[i] = timed(as_plain);
        jail[i] = timed(as_jail);
        rival[i] = timed(as_rival);
    }
    printf("start and exit of a static program, p50 of %d, interleaved: alone %.2f ms, belljar-jail %.2f ms, bwrap --unshare-all %.2f ms\n",
           ROUNDS, p50_ms(plain), p50_ms(jail), p50_ms(rival));
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) perror(command);
}

static double opening(bool gate, bool decided) {
    static struct rig r;
    static char text[4096];
    char count[16];
    snprintf(count, sizeof count, "%d", OPENS);
    rig_start(&r, gate);
    make_filter(&r.plan, gate ? WITH_NOTIFY : 0);
    if (decided) make_text(&r.plan, OPEN, "/usr");
    rig_command(&r, "/tools/worker", "opens", "/usr/bin/env", count, NULL);
    rig_launch(&r);
    if (gate) rig_supervise(&r);
    text[0] = 0;
    rig_finish(&r, text, sizeof text);
    return (double)atol(text) / 1000;
}

// From the answer to the program's output behind it.
static void approving(void) {
    static struct rig r;
    static char text[4096];
    static long ns[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        rig_start(&r, true);
        make_filter(&r.plan, WITH_NOTIFY);
        rig_command(&r, "/bin/cat", r.key, NULL);
        rig_launch(&r);
        rig_supervise(&r);
        text[0] = 0;
        long id = rig_number(rig_event(&r, "event.fs_request", 5000), "id"), from = now_ns();
        rig_say(&r, "{\"type\":\"cmd.approve\",\"id\":%ld,\"scope\":\"dir\"}", id);
        if (!rig_read_until(&r, SECRET, text, sizeof text, 5000)) exit(1);
        ns[i] = now_ns() - from;
        rig_finish(&r, text, sizeof text);
    }
    printf("from the answer to the program's output, p50 of %d: %.2f ms\n", ROUNDS, p50_ms(ns));
}

// One run of a script, which prepares, says `ready`, and then repeats what is measured; ms for each repetition.
static double repeated(const char *prepare, const char *work, bool gate, int times) {
    static struct rig r;
    static char text[4096];
    char script[1000];
    snprintf(script, sizeof script, "export HOME=$PWD; %s; echo ready; i=0; while [ $i -lt %d ]; do %s >/dev/null; i=$((i+1)); done", prepare,
             times, work);
    rig_start(&r, gate);
    make_filter(&r.plan, gate ? WITH_NOTIFY : 0);
    make_text(&r.plan, OPEN, "/usr");
    make_text(&r.plan, OPEN, "/lib");
    make_text(&r.plan, OPEN, "/etc");
    make_text(&r.plan, OPEN, r.work);
    rig_command(&r, "/bin/sh", "-c", script, NULL);
    rig_launch(&r);
    if (gate) rig_supervise(&r);
    text[0] = 0;
    if (!rig_read_until(&r, "ready", text, sizeof text, 60000)) exit(1);
    long from = now_ns();
    int code = rig_finish(&r, text, sizeof text);
    if (code != 0) fprintf(stderr, "ended with %d: %s\n", code, text);
    return (double)(now_ns() - from) / 1e6 / times;
}

static void programs(void) {
    static const struct {
        const char *name, *prepare, *work;
    } all[] = {
        {"git status, 2000 files", "git init -q .; mkdir d; cd d; i=0; while [ $i -lt 2000 ]; do echo $i >f$i; i=$((i+1)); done; git add . ",
         "git status"},
        {"gcc hello.c", "echo 'int main(void) { return 0; }' >hello.c", "gcc -o hello hello.c"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        double best[2] = {1e9, 1e9};
        for (int round = 0; round < 5; round++)
            for (int gate = 0; gate < 2; gate++) {
                double ms = repeated(all[i].prepare, all[i].work, gate, 10);
                if (ms < best[gate]) best[gate] = ms;
            }
        printf("%s: without the gate %.2f ms, with it %.2f ms, %.2f times\n", all[i].name, best[0], best[1], best[1] / best[0]);
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    rig_program = argv[1];
    rig_tools = argv[2];
    starts();
    double free_open = opening(false, false), decided = opening(true, true), walked = opening(true, false);
    printf("one open, p50 of %d: without the gate %.2f us, of a decided path %.2f us, of a path that is looked at %.2f us\n", OPENS, free_open,
           decided, walked);
    approving();
    programs();
    return 0;
}
