#include "rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *rig_program, *rig_tools;

// As root the jail's ids are a range that belongs to nobody; otherwise the caller's own.
enum { RANGE = 300000, INSIDE = 1000 };

bool rig_unmasked;

// Without root, but with a range of ids from newuidmap.
static bool has_range(void) { return geteuid() == 0 || getenv("RIG_RANGE"); }

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void put_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text)) fail(path);
    close(fd);
}

static void put_folders(struct rig *r) {
    char path[128];
    strcpy(r->folder, "/tmp/belljar-jail.XXXXXX");
    if (!mkdtemp(r->folder)) fail(r->folder);
    chmod(r->folder, 0755);
    snprintf(r->socket, sizeof r->socket, "%s/socket", r->folder);
    snprintf(r->outside, sizeof r->outside, "%s/outside", r->folder);
    snprintf(r->ssh, sizeof r->ssh, "%s/home/.ssh", r->folder);
    snprintf(r->key, sizeof r->key, "%s/key", r->ssh);
    snprintf(r->open, sizeof r->open, "%s/home/open/file", r->folder);
    snprintf(r->work, sizeof r->work, "%s/work", r->folder);
    snprintf(path, sizeof path, "%s/home", r->folder);
    mkdir(path, 0755);
    mkdir(r->ssh, 0755);
    mkdir(r->work, 0755);
    mkdir(r->outside, 0755);
    snprintf(path, sizeof path, "%s/home/open", r->folder);
    mkdir(path, 0755);
    put_file(r->key, SECRET "\n");
    put_file(r->open, "open\n");
    snprintf(path, sizeof path, "%s/deep", r->ssh);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/deep/other", r->ssh);
    put_file(path, "other secret\n");
    snprintf(path, sizeof path, "%s/run", r->ssh);
    put_file(path, "#!/bin/sh\necho it ran\n");
    chmod(path, 0755);
    if (has_range()) chmod(r->work, 0777);
    if (geteuid() == 0 && chown(r->work, RANGE + INSIDE, RANGE + INSIDE) != 0) fail(r->work);
}

void rig_ids(struct maker *m) {
    if (has_range()) {
        make_map(m, USER_MAP, 0, RANGE, 65536);
        make_map(m, GROUP_MAP, 0, RANGE, 65536);
        make_identity(m, INSIDE, INSIDE);
    } else {
        make_map(m, USER_MAP, geteuid(), geteuid(), 1);
        make_map(m, GROUP_MAP, getegid(), getegid(), 1);
        make_identity(m, geteuid(), getegid());
    }
}

static void put_mounts(struct rig *r, bool ask) {
    static const char *const links[][2] = {{"usr/bin", "/bin"}, {"usr/lib", "/lib"}, {"usr/lib64", "/lib64"}, {"usr/sbin", "/sbin"}};
    struct maker *m = &r->plan;
    char home[128];
    snprintf(home, sizeof home, "%s/home", r->folder);
    make_mount(m, TMPFS, 0, "/", NULL, 1 << 20);
    make_mount(m, BIND, 0, "/usr", "/usr", 0);
    make_mount(m, BIND, 0, "/etc", "/etc", 0);
    for (size_t i = 0; i < 4; i++) make_mount(m, LINK, 0, links[i][0], links[i][1], 0);
    make_mount(m, PROC, 0, "/proc", NULL, 0);
    make_mount(m, DEV, 0, "/dev", NULL, 0);
    make_mount(m, TMPFS, WRITE, "/tmp", NULL, 64 << 20);
    make_mount(m, BIND, 0, home, home, 0);
    make_mount(m, BIND, WRITE, r->work, r->work, 0);
    make_mount(m, BIND, 0, rig_tools, "/tools", 0);
    if (!rig_unmasked) make_mount(m, MASK, ask ? ASK : 0, r->ssh, r->ssh, 0);
}

void rig_start(struct rig *r, bool ask) {
    memset(r, 0, sizeof *r);
    r->in = r->terminal = r->supervisor = -1;
    put_folders(r);
    rig_ids(&r->plan);
    put_mounts(r, ask);
    make_text(&r->plan, HOSTNAME, "jail");
    make_text(&r->plan, CWD, r->work);
    make_text(&r->plan, ENV, "PATH=/tools:/usr/bin:/bin");
    char name[200];
    snprintf(name, sizeof name, "KEY=%s", r->key);
    make_text(&r->plan, ENV, name);
    snprintf(name, sizeof name, "T=%s", r->folder);
    make_text(&r->plan, ENV, name);
    if (ask) {
        r->plan.flags |= LISTENER_WISHED | AWAIT;
        r->plan.hold_ms = 4000;
    }
}

void rig_command(struct rig *r, ...) {
    va_list words;
    va_start(words, r);
    for (const char *word; (word = va_arg(words, const char *));) make_text(&r->plan, ARG, word);
    va_end(words);
}

void rig_launch(struct rig *r) {
    char path[96];
    int out[2];
    make_text(&r->plan, CONTROL, r->socket);
    struct buffer plan = make_plan(&r->plan);
    snprintf(path, sizeof path, "%s/plan", r->folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, buffer_bytes(&plan), buffer_size(&plan)) != (ssize_t)buffer_size(&plan)) fail(path);
    close(fd);
    buffer_free(&plan);
    if (pipe2(out, O_CLOEXEC) != 0) fail("pipe");
    r->launcher = fork();
    if (r->launcher == 0) {
        dup2(r->in >= 0 ? r->in : open("/dev/null", O_RDONLY), 0);
        dup2(out[1], 1);
        dup2(out[1], 2);
        if (r->terminal >= 0) {
            setsid();
            ioctl(r->terminal, TIOCSCTTY, 0);
            for (int to = 0; to < 3; to++) dup2(r->terminal, to);
        }
        execl(rig_program, rig_program, "launch", "--plan", path, (char *)NULL);
        _exit(126);
    }
    close(out[1]);
    r->out = out[0];
}

int rig_connect(struct rig *r) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", r->socket);
    for (int left = 500; left > 0; left--) {
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
        siginfo_t gone = {0};
        if (waitid(P_PID, (id_t)r->launcher, &gone, WEXITED | WNOHANG | WNOWAIT) != 0 || gone.si_pid != 0) break;
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    close(fd);
    return -1;
}

void rig_supervise(struct rig *r) {
    r->supervisor = rig_connect(r);
    if (r->supervisor >= 0) rig_say(r, "{\"type\":\"cmd.supervise\"}");
}

void rig_say(struct rig *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vdprintf(r->supervisor, format, args);
    va_end(args);
    if (write(r->supervisor, "\n", 1) != 1) perror("cmd");
}

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

char *rig_event(struct rig *r, const char *type, int ms) {
    static char line[70000];
    char start[64];
    long until = now_ms() + ms;
    snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    for (;;) {
        char *end = memchr(r->line, '\n', r->used);
        if (end) {
            size_t n = (size_t)(end + 1 - r->line);
            memcpy(line, r->line, n);
            line[n - 1] = 0;
            r->used -= n;
            memmove(r->line, end + 1, r->used);
            if (getenv("RIG_TRACE")) fprintf(stderr, "%s\n", line);
            if (strncmp(line, start, strlen(start)) == 0) return line;
            continue;
        }
        struct pollfd wait = {r->supervisor, POLLIN, 0};
        long left = until - now_ms();
        if (left <= 0 || r->supervisor < 0 || poll(&wait, 1, (int)left) <= 0) return NULL;
        ssize_t n = read(r->supervisor, r->line + r->used, sizeof r->line - r->used);
        if (n <= 0) return NULL;
        r->used += (size_t)n;
    }
}

long rig_number(const char *line, const char *key) {
    char name[40];
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = line ? strstr(line, name) : NULL;
    return at ? atol(at + strlen(name)) : -1;
}

bool rig_read_until(struct rig *r, const char *word, char *text, size_t size, int ms) {
    size_t used = strlen(text);
    long until = now_ms() + ms;
    while (!strstr(text, word)) {
        struct pollfd wait = {r->out, POLLIN, 0};
        long left = until - now_ms();
        if (left <= 0 || poll(&wait, 1, (int)left) <= 0 || used + 1 >= size) return false;
        ssize_t n = read(r->out, text + used, size - 1 - used);
        if (n <= 0) return false;
        text[used += (size_t)n] = 0;
    }
    return true;
}

void rig_remove(struct rig *r) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", r->folder);
    if (system(command) != 0) perror(command);
}

int rig_finish(struct rig *r, char *text, size_t size) {
    size_t used = strlen(text);
    ssize_t n;
    char more[4096];
    while ((n = read(r->out, more, sizeof more)) > 0)
        for (ssize_t i = 0; i < n && used + 1 < size; i++) text[used++] = more[i];
    text[used] = 0;
    int status = 0;
    waitpid(r->launcher, &status, 0);
    close(r->out);
    if (r->supervisor >= 0) close(r->supervisor);
    rig_remove(r);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int rig_run(const char *script, int filter, char *text, size_t size) {
    static struct rig r;
    rig_start(&r, false);
    make_filter(&r.plan, filter);
    rig_command(&r, "/bin/sh", "-c", script, NULL);
    rig_launch(&r);
    text[0] = 0;
    return rig_finish(&r, text, size);
}
