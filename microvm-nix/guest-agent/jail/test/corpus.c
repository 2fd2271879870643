// Writes the fuzzer's first inputs into a folder.   corpus FOLDER
#include <stdio.h>
#include <unistd.h>

#include "make.h"

static void put(const char *folder, const char *name, struct buffer *bytes) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *to = fopen(path, "w");
    if (!to || fwrite(buffer_bytes(bytes), 1, buffer_size(bytes), to) != buffer_size(bytes)) perror(path);
    if (to) fclose(to);
    buffer_free(bytes);
}

static void put_plan(struct maker *m) {
    make_map(m, USER_MAP, 0, 100000, 65536);
    make_map(m, GROUP_MAP, 0, 100000, 65536);
    make_identity(m, 1000, 1000);
    make_mount(m, TMPFS, 0, "/", NULL, 4096);
    make_mount(m, BIND, 0, "/home", "/home", 0);
    make_mount(m, PROC, 0, "/proc", NULL, 0);
    make_mount(m, DEV, 0, "/dev", NULL, 0);
    make_overlay(m, 0, "/opt/a", "/opt/a", "/state/upper", "/state/work");
    make_mount(m, LINK, 0, "usr/bin", "/bin", 0);
    make_mount(m, MASK, ASK, "/home/a/.ssh", "/home/a/.ssh", 0);
    make_text(m, ARG, "/bin/true");
    make_text(m, ENV, "A=b");
    make_text(m, CWD, "/");
    make_text(m, HOSTNAME, "jail");
    make_text(m, CONTROL, "/run/x");
    make_text(m, OPEN, "/usr");
    make_limit(m, 7, 100);
    make_kept(m, 9, 3);
    make_filter(m, WITH_NOTIFY);
}

int main(int argc, char **argv) {
    struct maker m = {.flags = LISTENER_WISHED, .hold_ms = 5000};
    if (argc != 2) return 2;
    put_plan(&m);
    struct buffer plan = make_plan(&m), line = {0};
    put(argv[1], "plan", &plan);
    make_text(&m, ARG, "a");
    make_text(&m, CWD, "/x");
    put(argv[1], "command", &m.records);
    buffer_print(&line, "{\"type\":\"cmd.approve\",\"id\":7,\"scope\":\"dir\",\"persist\":true,\"path\":\"/a\\u0041\\n\"}");
    put(argv[1], "line", &line);
    return 0;
}
