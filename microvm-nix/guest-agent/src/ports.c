// Listening TCP sockets: their addresses from /proc/net, their owners by a walk over every process's descriptors. The host
// asks every other second, and most sockets still have the owner they had before, so its descriptor is read first.
#include <arpa/inet.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "listing.h"
#include "proc.h"
#include "reader.h"

#define PORTS_MOST 4096
#define STATE_LISTEN 0x0a

struct listener {
    bool v6;
    char address[INET6_ADDRSTRLEN];
    unsigned port, uid;
    unsigned long long inode;
    pid_t pid;
    int fd;
};

struct listeners {
    struct listener *all;
    size_t count;
};

// The kernel prints each 32-bit word of an address in host byte order.
static bool parse_address(struct listener *l, const char *hex) {
    uint32_t words[4] = {0};
    for (int i = 0; i < (l->v6 ? 4 : 1); i++)
        if (sscanf(hex + 8 * i, "%8" SCNx32, &words[i]) != 1) return false;
    return inet_ntop(l->v6 ? AF_INET6 : AF_INET, words, l->address, sizeof l->address) != NULL;
}

static void read_table(struct listeners *t, const char *path, bool v6) {
    FILE *file = fopen(path, "re");
    if (!file) return;
    char line[512];
    while (t->count < PORTS_MOST && fgets(line, sizeof line, file)) {
        struct listener l = {.v6 = v6};
        char address[40];
        unsigned state;
        if (sscanf(line, " %*d: %32[0-9A-F]:%x %*[0-9A-F]:%*x %x %*x:%*x %*x:%*x %*x %u %*u %llu", address, &l.port, &state,
                   &l.uid, &l.inode) != 5)
            continue;
        if (state != STATE_LISTEN || strlen(address) != (v6 ? 32 : 8) || !parse_address(&l, address)) continue;
        t->all[t->count++] = l;
    }
    fclose(file);
}

// Which of these sockets a process has; it is asked for as many as fit into the facts of a reader at a time.
#define SOCKETS_MOST 2048

struct sockets {
    size_t count;
    unsigned long long inode[SOCKETS_MOST];
    int fd[SOCKETS_MOST];    // -1: it does not have it
};
_Static_assert(sizeof(struct sockets) <= FACTS_MOST, "they fit");

static void mark(struct sockets *s, unsigned long long inode, int fd) {
    for (size_t i = 0; i < s->count; i++)
        if (s->inode[i] == inode) s->fd[i] = fd;
}

// The socket that this descriptor is, 0 if it is something else.
static unsigned long long socket_of(pid_t pid, const char *fd) {
    char name[300], target[64];
    snprintf(name, sizeof name, "fd/%s", fd);
    size_t n = proc_link(pid, name, target, sizeof target - 1);
    target[n] = 0;
    unsigned long long inode;
    return sscanf(target, "socket:[%llu]", &inode) == 1 ? inode : 0;
}

static void read_descriptors(pid_t pid, void *facts) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *dir = opendir(path);
    if (!dir) return;
    for (struct dirent *e; (e = readdir(dir));) {
        unsigned long long inode = socket_of(pid, e->d_name);
        if (inode) mark(facts, inode, atoi(e->d_name));
    }
    closedir(dir);
}

static void claim(struct listeners *t, pid_t pid, size_t from, uint64_t until) {
    static struct sockets sockets;
    sockets = (struct sockets){0};
    for (size_t i = from; i < t->count && sockets.count < SOCKETS_MOST; i++) {
        sockets.inode[sockets.count] = t->all[i].inode;
        sockets.fd[sockets.count++] = -1;
    }
    if (!reader_run(until, pid, read_descriptors, &sockets, sizeof sockets)) return;
    for (size_t i = 0; i < sockets.count; i++) {
        if (sockets.fd[i] < 0 || t->all[from + i].pid) continue;
        t->all[from + i].pid = pid;
        t->all[from + i].fd = sockets.fd[i];
    }
}

// The sockets of the answer before and their owners; none if they were many.
#define REMEMBERED_MOST 64

static struct listener remembered[REMEMBERED_MOST];
static size_t remembered_count;

static void remember(const struct listeners *t) {
    remembered_count = t->count <= REMEMBERED_MOST ? t->count : 0;
    memcpy(remembered, t->all, remembered_count * sizeof *remembered);
}

struct held {
    unsigned long long inode;
    int fd;
    bool held;
};

static void read_held(pid_t pid, void *facts) {
    struct held *h = facts;
    char fd[16];
    snprintf(fd, sizeof fd, "%d", h->fd);
    h->held = socket_of(pid, fd) == h->inode;
}

static void recall(struct listener *l, uint64_t until) {
    for (size_t i = 0; i < remembered_count; i++) {
        const struct listener *before = &remembered[i];
        if (before->inode != l->inode || !before->pid) continue;
        struct held h = {.inode = l->inode, .fd = before->fd};
        if (!reader_run(until, before->pid, read_held, &h, sizeof h) || !h.held) continue;
        l->pid = before->pid;
        l->fd = before->fd;
    }
}

// False if one of them has no known owner.
static bool recall_all(struct listeners *t, uint64_t until) {
    bool all = true;
    for (size_t i = 0; i < t->count; i++) {
        recall(&t->all[i], until);
        all = all && t->all[i].pid;
    }
    return all;
}

static void find_owners(struct listeners *t) {
    uint64_t until = reading_until();
    if (recall_all(t, until)) return;
    DIR *dir = opendir("/proc");
    if (!dir) return;
    for (pid_t pid; (pid = proc_next(dir)) > 0;)
        for (size_t from = 0; from < t->count; from += SOCKETS_MOST) claim(t, pid, from, until);
    closedir(dir);
}

static void add_line(struct buffer *b, const struct listener *l) {
    struct proc_status s = {0};
    if (!l->pid || !proc_status(l->pid, &s)) strcpy(s.comm, "?");
    proc_printable(s.comm, strlen(s.comm));
    buffer_print(b, "%s %s %u %d %u %s\n", l->v6 ? "v6" : "v4", l->address, l->port, (int)l->pid, l->uid, s.comm);
}

void ports_open(struct link *link, uint32_t id, const struct fields *f) {
    (void)f;
    struct listeners t = {.all = memory(PORTS_MOST * sizeof *t.all)};
    struct buffer text = {0};
    read_table(&t, "/proc/net/tcp", false);
    read_table(&t, "/proc/net/tcp6", true);
    if (t.count) find_owners(&t);
    remember(&t);
    for (size_t i = 0; i < t.count; i++) add_line(&text, &t.all[i]);
    free(t.all);
    listing_begin(link, id, &text);
}
