// `exec`: runs a command in a jail, with this process's standard descriptors, and ends with its code.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include "../../src/json.h"
#include "jail.h"
#include "kernel.h"
#include "plan.h"

enum { ANSWER_MOST = 16384 };

struct answer {
    char type[32], message[512];
    int code;
};

static bool put_record(int file, uint16_t kind, const char *text) {
    static const char zeros[8];
    uint32_t n = (uint32_t)strlen(text);
    struct {
        uint16_t kind, flags;
        uint32_t length;
    } header = {kind, 0, n};
    return write_all(file, &header, sizeof header) && write_all(file, text, n) && write_all(file, zeros, (8 - n % 8) % 8);
}

// Writes the records of the command's words into a file; returns whether it is to have a terminal, or -1.
static int put_command(int file, int argc, char **argv) {
    const char *cwd = "/";
    int terminal = 0, at = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
        if (strcmp(argv[at], "--terminal") == 0) {
            terminal = 1;
        } else if (strcmp(argv[at], "--cwd") == 0 && at + 1 < argc) {
            cwd = argv[++at];
        } else if (strcmp(argv[at], "--env") == 0 && at + 1 < argc) {
            if (!put_record(file, ENV, argv[++at])) return -1;
        } else {
            return -1;
        }
    }
    if (++at >= argc || !put_record(file, CWD, cwd)) return -1;
    for (; at < argc; at++)
        if (!put_record(file, ARG, argv[at])) return -1;
    return lseek(file, 0, SEEK_SET) == 0 ? terminal : -1;
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    errno = ENAMETOOLONG;
    if (strlen(path) >= sizeof address.sun_path) die("cannot be connected to", path);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) die("cannot be connected to", path);
    return fd;
}

static void send_order(int socket, int terminal, int file) {
    char line[80];
    int fds[4] = {0, 1, 2, file};
    union {
        char bytes[CMSG_SPACE(sizeof fds)];
        struct cmsghdr align;
    } extra = {0};
    int n = snprintf(line, sizeof line, "{\"type\":\"cmd.exec\",\"id\":1,\"terminal\":%s}\n", terminal ? "true" : "false");
    struct iovec part = {line, (size_t)n};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.bytes, .msg_controllen = sizeof extra.bytes};
    struct cmsghdr *c = CMSG_FIRSTHDR(&header);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(c), fds, sizeof fds);
    if (sendmsg(socket, &header, MSG_NOSIGNAL) != n) die("the jail does not answer", NULL);
}

static void member(void *owner, const char *key, const char *value) {
    struct answer *a = owner;
    if (strcmp(key, "type") == 0) snprintf(a->type, sizeof a->type, "%s", value);
    if (strcmp(key, "message") == 0) snprintf(a->message, sizeof a->message, "%s", value);
    if (strcmp(key, "code") == 0) a->code = atoi(value);
}

// The command's code, or -1 to go on.
static int on_line(const char *line) {
    struct answer a = {.code = REFUSED};
    if (!json_object(line, member, &a)) return REFUSED;
    if (strcmp(a.type, "event.exit") == 0) return a.code & 255;
    if (strcmp(a.type, "event.error") != 0) return -1;
    fprintf(stderr, "belljar-jail: %s; nothing was run\n", a.message);
    return REFUSED;
}

static int on_socket(int socket) {
    static char lines[ANSWER_MOST];
    static size_t used;
    ssize_t n = recv(socket, lines + used, sizeof lines - used, 0);
    if (n <= 0 && errno != EINTR) return 128 + SIGKILL; // the jail ended, and its warden with it
    used += n > 0 ? (size_t)n : 0;
    for (char *end; (end = memchr(lines, '\n', used));) {
        *end = 0;
        int code = on_line(lines);
        used -= (size_t)(end + 1 - lines);
        memmove(lines, end + 1, used);
        if (code >= 0) return code;
    }
    return used == sizeof lines ? REFUSED : -1;
}

static int conduct(int socket) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGWINCH);
    sigprocmask(SIG_BLOCK, &set, NULL);
    struct pollfd waits[2] = {{socket, POLLIN, 0}, {signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), POLLIN, 0}};
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) return REFUSED;
        struct signalfd_siginfo info;
        struct winsize size;
        if (read(waits[1].fd, &info, sizeof info) > 0 && ioctl(0, TIOCGWINSZ, &size) == 0)
            dprintf(socket, "{\"type\":\"cmd.resize\",\"id\":1,\"rows\":%d,\"columns\":%d}\n", size.ws_row, size.ws_col);
        int code = waits[0].revents ? on_socket(socket) : -1;
        if (code >= 0) return code;
    }
}

int client_main(int argc, char **argv) {
    int file = memfd_create("command", MFD_CLOEXEC), terminal = file < 0 ? -1 : put_command(file, argc, argv);
    errno = 0;
    if (terminal < 0) die("expected SOCKET [--terminal] [--cwd PATH] [--env NAME=VALUE]… -- WORD…", "exec");
    int socket = connect_to(argv[0]);
    struct termios before, raw;
    bool changed = terminal && tcgetattr(0, &before) == 0;
    send_order(socket, terminal, file);
    if (changed) {
        raw = before;
        cfmakeraw(&raw);
        tcsetattr(0, TCSANOW, &raw);
    }
    int code = conduct(socket);
    if (changed) tcsetattr(0, TCSANOW, &before);
    return code;
}
