// A byte ring of records as they go over the wire. When it is full, what is in it stays and what comes is counted.
//
// Order of stores in ring_append: bytes, head, last_seq. A process killed in between leaves at worst a record whose
// number last_seq does not know yet, and ring_open finds it by walking.
#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"
#include "loop.h"

#define STATE_PAGE 4096
#define RING_MAGIC "belljar-ring-01"
#define BOOT_ID_LENGTH 36
#define LOST_SIZE (RECORD_HEADER + 3 + 8)

static void copy_in(struct ring *r, uint64_t at, const uint8_t *from, size_t n) {
    size_t offset = at % r->state->capacity;
    size_t part = r->state->capacity - offset < n ? r->state->capacity - offset : n;
    memcpy(r->bytes + offset, from, part);
    memcpy(r->bytes, from + part, n - part);
}

static void copy_out(const struct ring *r, uint64_t at, uint8_t *to, size_t n) {
    size_t offset = at % r->state->capacity;
    size_t part = r->state->capacity - offset < n ? r->state->capacity - offset : n;
    memcpy(to, r->bytes + offset, part);
    memcpy(to + part, r->bytes, n - part);
}

struct peeked {
    uint64_t seq;
    size_t size;
};

static struct peeked peek(const struct ring *r, uint64_t at) {
    uint8_t head[12];
    copy_out(r, at, head, sizeof head);
    return (struct peeked){.seq = get_u64(head + 4), .size = 4 + (size_t)get_u32(head)};
}

// True if the mapping is what an agent of this boot left, every record of it sound.
static bool adopt(struct ring *r, const char *boot_id, size_t capacity) {
    struct ring_state *s = r->state;
    if (memcmp(s->magic, RING_MAGIC, sizeof s->magic) != 0 || s->capacity != capacity) return false;
    if (strncmp(s->boot_id, boot_id, sizeof s->boot_id) != 0) return false;
    if (s->head < s->tail || s->head - s->tail > capacity) return false;
    uint64_t last = 0, first = 0;
    for (uint64_t at = s->tail; at < s->head;) {
        if (s->head - at < RECORD_HEADER) return false;
        struct peeked p = peek(r, at);
        if (p.size < RECORD_HEADER || p.size > RECORD_MOST || p.size > s->head - at) return false;
        if (last && p.seq != last + 1) return false;
        if (!first) first = p.seq;
        last = p.seq;
        at += p.size;
    }
    if (last > s->last_seq) s->last_seq = last;
    r->first_seq = first ? first : s->last_seq + 1;
    return true;
}

static void begin(struct ring *r, const char *boot_id, size_t capacity) {
    *r->state = (struct ring_state){.capacity = capacity};
    memcpy(r->state->magic, RING_MAGIC, sizeof r->state->magic);
    strncpy(r->state->boot_id, boot_id, sizeof r->state->boot_id - 1);
    r->first_seq = 1;
}

static int open_file(const char *path, size_t size) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return -1;
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && fchmod(fd, 0600) == 0 &&
        ftruncate(fd, (off_t)size) == 0)
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

bool ring_open(struct ring *r, const char *path, const char *boot_id, size_t capacity) {
    size_t size = STATE_PAGE + capacity;
    int fd = path ? open_file(path, size) : -1;
    if (path && fd < 0) return false;
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    if (map == MAP_FAILED) return false;
    r->state = map;
    r->bytes = (uint8_t *)map + STATE_PAGE;
    if (!adopt(r, boot_id, capacity)) begin(r, boot_id, capacity);
    return true;
}

bool ring_boot(const char *path, char into[RING_BOOT]) {
    struct ring_state s = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return false;
    bool whole = read(fd, &s, sizeof s) == (ssize_t)sizeof s;
    close(fd);
    if (!whole || memcmp(s.magic, RING_MAGIC, sizeof s.magic) != 0) return false;
    size_t n = strnlen(s.boot_id, RING_BOOT);
    if (n != BOOT_ID_LENGTH || strspn(s.boot_id, "0123456789abcdef-") != n) return false;
    memcpy(into, s.boot_id, n + 1);
    return true;
}

void ring_close(struct ring *r) { munmap(r->state, STATE_PAGE + r->state->capacity); }

static uint64_t room(const struct ring *r) { return r->state->capacity - (r->state->head - r->state->tail); }

static uint64_t keep(struct ring *r, uint8_t *bytes, size_t n) {
    uint64_t seq = r->state->last_seq + 1;
    put_u64(bytes + 4, seq);
    copy_in(r, r->state->head, bytes, n);
    r->state->head += n;
    r->state->last_seq = seq;
    return seq;
}

static void mark_loss(struct ring *r) {
    struct record lost;
    record_start(&lost, EVENT_LOST, mono_ns());
    record_int(&lost, EV_COUNT, r->state->pending);
    record_end(&lost);
    keep(r, lost.bytes, lost.size);
    r->state->pending = 0;
}

uint64_t ring_append(struct ring *r, struct record *record) {
    size_t need = record->size + (r->state->pending ? LOST_SIZE : 0);
    if (room(r) < need) {
        r->state->pending++;
        r->state->lost++;
        return 0;
    }
    if (r->state->pending) mark_loss(r);
    return keep(r, record->bytes, record->size);
}

void ring_lose(struct ring *r, uint64_t n) {
    if (!n) return;
    r->state->pending += n;
    r->state->lost += n;
    if (room(r) >= LOST_SIZE) mark_loss(r);
}

static void drop(struct ring *r, uint64_t seq) {
    while (r->state->tail < r->state->head) {
        struct peeked p = peek(r, r->state->tail);
        if (p.seq > seq) break;
        r->state->tail += p.size;
        r->first_seq = p.seq + 1;
    }
    if (r->state->pending && room(r) >= LOST_SIZE) mark_loss(r);
}

bool ring_ack(struct ring *r, uint64_t seq) {
    if (seq > r->state->last_seq) return false;
    drop(r, seq);
    return true;
}

void ring_resume(struct ring *r, uint64_t seq) {
    if (seq > r->state->last_seq) {
        r->state->tail = r->state->head;
        r->state->last_seq = seq;
        r->first_seq = seq + 1;
    }
    drop(r, seq);
}

struct ring_cursor ring_oldest(const struct ring *r) { return (struct ring_cursor){.at = r->state->tail}; }

size_t ring_read(const struct ring *r, struct ring_cursor *c, uint8_t *out, size_t n) {
    if (c->at < r->state->tail) c->at = r->state->tail;
    size_t copied = 0;
    while (c->at < r->state->head) {
        size_t size = peek(r, c->at).size;
        if (size > n - copied) break;
        copy_out(r, c->at, out + copied, size);
        copied += size;
        c->at += size;
    }
    return copied;
}

uint64_t ring_in_flight(const struct ring *r, const struct ring_cursor *c) {
    return c->at > r->state->tail ? c->at - r->state->tail : 0;
}
