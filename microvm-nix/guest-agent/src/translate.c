// Paths arrive as components, leaf first, and are reversed here. The lengths of an event are checked although it comes
// from the kernel.
#include "translate.h"

#include <string.h>

// A prepared text of the event: at most one byte longer than is kept, so that the record notices that it was cut.
struct text {
    size_t size;
    char bytes[OBSERVED_PATH_ROOM + 256];
};

// What the initrd mounts of the disk, by its name on the disk, and what of it is reported. The rest are the layers of
// images: an engine unpacks tens of thousands of files there, with which no program of the machine works.
static const struct engine {
    const char *on_disk, *folder, *reported;
} engines[] = {
    {"/docker", "/var/lib/docker", "/var/lib/docker/volumes"},
    {"/containers", "/var/lib/containers", "/var/lib/containers/storage/volumes"},
    {"/containerd", "/var/lib/containerd", NULL},
};
#define ENGINES (sizeof engines / sizeof *engines)

static void turn_round(struct text *t, const char *from, size_t n) {
    t->size = 0;
    if (n == 0 || from[n - 1] != 0) {
        t->bytes[t->size++] = '/';
        return;
    }
    for (size_t end = n - 1;;) {
        size_t start = end;
        while (start > 0 && from[start - 1] != 0) start--;
        t->bytes[t->size++] = '/';
        memcpy(t->bytes + t->size, from + start, end - start);
        t->size += end - start;
        if (start == 0) return;
        end = start - 1;
    }
}

static bool is_below(const struct text *t, const char *folder) {
    size_t n = strlen(folder);
    return t->size >= n && memcmp(t->bytes, folder, n) == 0 && (t->size == n || t->bytes[n] == '/');
}

static void replace_start(struct text *t, size_t n, const char *with) {
    size_t size = strlen(with), rest = t->size - n;
    if (rest > sizeof t->bytes - size) rest = sizeof t->bytes - size;
    memmove(t->bytes + size, t->bytes + n, rest);
    memcpy(t->bytes, with, size);
    t->size = size + rest;
}

// A path on the disk becomes the one that the machine's programs use.
static void mount_disk(struct text *t) {
    for (size_t i = 0; i < ENGINES; i++) {
        if (!is_below(t, engines[i].on_disk)) continue;
        replace_start(t, strlen(engines[i].on_disk), engines[i].folder);
        return;
    }
    replace_start(t, 0, "/run/belljar/upper");
}

static bool is_path(const struct observed *e, int which) { return e->form[which] == FORM_PATH || e->form[which] == FORM_DISK_PATH; }

static bool read_text(struct text *t, const struct observed *e, size_t size, int which) {
    size_t at = 0, n = e->length[which];
    for (int i = 0; i < which; i++) at += e->length[i];
    if (at > size || n > size - at || n > sizeof t->bytes - 1) return false;
    if (is_path(e, which)) {
        turn_round(t, e->data + at, n);
        if (e->form[which] == FORM_DISK_PATH) mount_disk(t);
    } else {
        memcpy(t->bytes, e->data + at, n);
        t->size = n;
    }
    return true;
}

static bool is_of_a_layer(const struct text *t) {
    for (size_t i = 0; i < ENGINES; i++)
        if (is_below(t, engines[i].folder)) return !engines[i].reported || !is_below(t, engines[i].reported);
    return false;
}

// The project is on the machine's root: what a container has of its own in a folder of that name is not the project.
static bool is_left_out(const struct observed *e, const struct text *t) {
    return is_below(t, "/proc") || is_below(t, "/sys") || is_below(t, "/dev") || is_below(t, "/run/belljar") ||
           is_of_a_layer(t) || (e->contained && is_below(t, "/workspace"));
}

static bool put_text(struct record *r, enum event_tag tag, const struct observed *e, size_t size, int which) {
    struct text t;
    if (e->form[which] == FORM_NONE) return true;
    if (!read_text(&t, e, size, which)) return false;
    record_text(r, tag, t.bytes, t.size);
    return true;
}

static void put_ids(struct record *r, const struct observed *e) {
    record_int(r, EV_PID, e->pid);
    record_int(r, EV_START, e->start_ns);
    record_text(r, EV_COMM, e->comm, strnlen(e->comm, sizeof e->comm));
}

static bool put_exec(struct record *r, const struct observed *e, size_t size) {
    record_int(r, EV_PPID, e->ppid);
    record_int(r, EV_UID, e->uid);
    record_int(r, EV_GID, e->gid);
    return put_text(r, EV_EXE, e, size, 0) && put_text(r, EV_CWD, e, size, 1) && put_text(r, EV_ARGV, e, size, 2);
}

static bool put_flow(struct record *r, const struct observed *e, size_t size) {
    record_int(r, EV_PPID, e->ppid);
    record_int(r, EV_UID, e->uid);
    record_int(r, EV_PROTOCOL, e->op);
    record_int(r, EV_LOCAL_PORT, e->local_port);
    record_int(r, EV_ADDRESS, e->code);
    record_int(r, EV_PORT, e->port);
    if (e->number) record_int(r, EV_COUNT, e->number);
    return put_text(r, EV_EXE, e, size, 0) && put_text(r, EV_ARGV, e, size, 2);
}

static void put_exit(struct record *r, const struct observed *e) {
    if (e->code & 0x7f)
        record_int(r, EV_TERMSIG, e->code & 0x7f);
    else
        record_int(r, EV_EXIT, e->code >> 8 & 0xff);
    record_int(r, EV_CPU_NS, e->number);
}

// An event is omitted only if all its paths are: a file moved from /dev/shm to a project is of interest.
static bool file_is_left_out(const struct observed *e, size_t size) {
    struct text one, two;
    if (!read_text(&one, e, size, 0) || !is_left_out(e, &one)) return false;
    return !is_path(e, 1) || (read_text(&two, e, size, 1) && is_left_out(e, &two));
}

static bool put_file(struct record *r, const struct observed *e, size_t size, bool other_way) {
    record_int(r, EV_OP, e->op);
    if (e->op == OP_WRITE) record_int(r, EV_BYTES, e->number);
    return !file_is_left_out(e, size) && put_text(r, EV_PATH, e, size, other_way) && put_text(r, EV_PATH2, e, size, !other_way);
}

static bool put_kind(struct record *r, const struct observed *e, size_t size, bool other_way) {
    switch (e->kind) {
        case OBSERVED_FORK: record_int(r, EV_PPID, e->ppid); return true;
        case OBSERVED_EXEC: return put_exec(r, e, size);
        case OBSERVED_EXIT: put_exit(r, e); return true;
        case OBSERVED_FILE: return put_file(r, e, size, other_way);
        case OBSERVED_FLOW: return put_flow(r, e, size);
        default: return false;
    }
}

static bool build(struct record *r, const struct observed *e, size_t size, bool other_way) {
    if (size < OBSERVED_HEAD) return false;
    record_start(r, (enum event_kind)e->kind, e->mono_ns);
    r->truncated = e->cut;
    put_ids(r, e);
    if (!put_kind(r, e, size - OBSERVED_HEAD, other_way)) return false;
    record_end(r);
    return true;
}

bool translate(struct record *r, const struct observed *e, size_t size) { return build(r, e, size, false); }

bool translate_other_way(struct record *r, const struct observed *e, size_t size) { return build(r, e, size, true); }
