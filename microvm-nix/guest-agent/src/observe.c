// Loads all programs, or those for which this kernel has functions, or only those for processes. The ring is read every
// 50 ms; the kernel wakes the agent earlier only if much has accumulated, as a wake-up per event costs ten times more.
#include "observe.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "observe.skel.h"
#include "present.h"
#include "translate.h"

#define TICK_NS 50000000u
// As many events are read before the heartbeat and the commands get their turn: programs can produce them faster than
// they are read, and then reading would never end.
#define AT_ONCE 2048u

// Where the initrd has moved the machine's disk.
#define DISK "/run/belljar/upper"

// A file program whose function is missing in this kernel is omitted; without one of these, files are not observed.
static const char *const essential[] = {"on_open",   "on_close",  "before_unlink", "on_unlink", "before_mkdir", "on_mkdir",
                                        "before_rmdir", "on_rmdir", "before_rename", "on_rename", NULL};
static const char *const of_flows[] = {"on_connect", "on_datagram", NULL};

static int speak(enum libbpf_print_level level, const char *format, va_list args) {
    return level == LIBBPF_WARN ? vfprintf(stderr, format, args) : 0;
}

static bool is_function_program(const struct bpf_program *p) {
    const char *section = bpf_program__section_name(p);
    return strncmp(section, "fentry/", 7) == 0 || strncmp(section, "fexit/", 6) == 0;
}

static bool is_in(const char *const *names, const struct bpf_program *p) {
    for (; *names; names++)
        if (strcmp(bpf_program__name(p), *names) == 0) return true;
    return false;
}

// Omits programs that cannot be attached or are not wanted. Returns what can be observed nevertheless.
static uint64_t choose(struct observe_bpf *programs, uint64_t wanted) {
    struct btf *btf = btf__load_vmlinux_btf();
    if (!btf) return 0;
    uint64_t can = wanted;
    struct bpf_program *p;
    bpf_object__for_each_program(p, programs->obj) {
        if (!is_function_program(p)) continue;
        uint64_t of = is_in(of_flows, p) ? OBSERVES_FLOWS : OBSERVES_FILES;
        const char *target = strchr(bpf_program__section_name(p), '/') + 1;
        bool there = btf__find_by_name_kind(btf, target, BTF_KIND_FUNC) > 0;
        if (!there && wanted & of) fprintf(stderr, "belljar-guest: this kernel has no %s to observe\n", target);
        if (!there && (of == OBSERVES_FLOWS || is_in(essential, p))) can &= ~of;
        bpf_program__set_autoload(p, wanted & of && there);
    }
    btf__free(btf);
    return can;
}

// Checking first which functions the kernel has would cost as much as loading, so it is done only after loading has
// failed.
static const struct {
    uint64_t wanted;
    bool look;
    const char *words;
} extents[] = {
    {OBSERVES_PROCESSES | OBSERVES_FILES | OBSERVES_FLOWS, false, "all programs"},
    {OBSERVES_PROCESSES | OBSERVES_FILES | OBSERVES_FLOWS, true, "those this kernel has functions for"},
    {OBSERVES_PROCESSES | OBSERVES_FILES, true, "processes and files"},
    {OBSERVES_PROCESSES, true, "processes alone"},
};

// As the kernel writes the number of a file system's device; 0 if there is none.
static unsigned device_of(const char *path) {
    struct stat folder;
    return stat(path, &folder) == 0 ? major(folder.st_dev) << 20 | minor(folder.st_dev) : 0;
}

static struct observe_bpf *load(size_t extent, uint64_t *can) {
    struct observe_bpf *programs = observe_bpf__open();
    if (!programs) return NULL;
    programs->rodata->own_tgid = (unsigned)getpid();
    programs->rodata->root_dev = device_of("/");
    programs->rodata->disk_dev = device_of(DISK);
    struct stat ns;
    programs->rodata->own_mount_ns = stat("/proc/self/ns/mnt", &ns) == 0 ? (unsigned)ns.st_ino : 0;
    *can = extents[extent].look ? choose(programs, extents[extent].wanted) : extents[extent].wanted;
    // Half of what files need is left to the extents without them.
    bool whole = (*can | OBSERVES_FLOWS) == (extents[extent].wanted | OBSERVES_FLOWS);
    if (whole && observe_bpf__load(programs) == 0 && observe_bpf__attach(programs) == 0) return programs;
    observe_bpf__destroy(programs);
    return NULL;
}

static void load_what_works(struct observer *o) {
    for (size_t i = 0; i < sizeof extents / sizeof *extents && !o->programs; i++) {
        o->programs = load(i, &o->can);
        if (!o->programs) fprintf(stderr, "belljar-guest: observing %s: %s\n", extents[i].words, strerror(errno));
    }
    if (!o->programs) o->can = 0;
    if (o->programs && !(o->can & OBSERVES_FLOWS)) fputs("belljar-guest: cannot tell which process a flow is of\n", stderr);
}

static void take(struct observer *o, const struct observed *e, size_t size) {
    struct record r;
    if (!translate(&r, e, size)) return;
    if (e->kind == OBSERVED_FLOW) {
        o->flow(o->owner, &r);
        return;
    }
    ring_append(o->ring, &r);
    if (e->exchange && translate_other_way(&r, e, size)) ring_append(o->ring, &r);
}

// An error ends the reading; the event counts as read.
static int on_event(void *context, void *data, size_t size) {
    struct observer *o = context;
    take(o, data, size);
    return ++o->taken < AT_ONCE ? 0 : -EAGAIN;
}

// Returns false if there may be more events.
static bool look(struct observer *o) {
    o->taken = 0;
    bool all = ring_buffer__consume(o->buffer) >= 0;
    uint64_t lost = o->programs->bss->lost;
    ring_lose(o->ring, lost - o->lost_seen);
    o->lost_seen = lost;
    return all;
}

static void on_tick(void *owner) {
    struct observer *o = owner;
    loop_set(o->loop, &o->tick, look(o) ? TICK_NS : 0);
}

static void on_wake(void *owner, uint32_t events) {
    (void)events;
    on_tick(owner);
}

struct starts observer_starts(void *observer) {
    struct observer *o = observer;
    struct starts none = {0};
    if (!o->programs) return none;
    struct bpf_link *link = bpf_program__attach_iter(o->programs->progs.each_task, NULL);
    if (!link) return none;
    int fd = bpf_iter_create(bpf_link__fd(link));
    struct starts s = fd < 0 ? none : starts_read(fd);
    if (fd >= 0) close(fd);
    bpf_link__destroy(link);
    return s;
}

static void begin(struct observer *o) {
    o->on = true;
    loop_watch(o->loop, &o->watch, EPOLLIN);
    loop_set(o->loop, &o->tick, TICK_NS);
    struct starts starts = observer_starts(o);
    present_report(o->ring, &starts);
    starts_free(&starts);
}

static void end(struct observer *o) {
    observe_bpf__detach(o->programs);
    while (!look(o)) {}
    o->on = false;
    loop_watch(o->loop, &o->watch, 0);
    loop_clear(o->loop, &o->tick);
}

uint64_t observer_can(void *observer) { return ((struct observer *)observer)->can; }

void observer_set(void *observer, bool on) {
    struct observer *o = observer;
    if (!o->programs || on == o->on) return;
    if (!on)
        end(o);
    else if (observe_bpf__attach(o->programs) == 0)
        begin(o);
    else
        fprintf(stderr, "belljar-guest: attaching again: %s\n", strerror(errno));
}

void observer_start(struct observer *o, struct loop *loop, struct ring *ring) {
    libbpf_set_print(speak);
    uint64_t from = mono_ns();
    o->loop = loop;
    o->ring = ring;
    o->tick = (struct timer){.due = on_tick, .owner = o};
    load_what_works(o);
    if (!o->programs) return;
    o->buffer = ring_buffer__new(bpf_map__fd(o->programs->maps.events), on_event, o, NULL);
    if (!o->buffer) {
        fprintf(stderr, "belljar-guest: reading events: %s\n", strerror(errno));
        observe_bpf__destroy(o->programs);
        o->programs = NULL;
        o->can = 0;
        return;
    }
    o->watch = (struct watch){.fd = ring_buffer__epoll_fd(o->buffer), .ready = on_wake, .owner = o};
    begin(o);
    fprintf(stderr, "belljar-guest: observing after %llu ms\n", (unsigned long long)(mono_ns() - from) / 1000000);
}
