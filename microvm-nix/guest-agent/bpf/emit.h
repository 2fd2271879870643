// Building an event and handing it to the agent: scratch slots, the ring, what did not fit.
#ifndef BELLJAR_EMIT_H
#define BELLJAR_EMIT_H

#include "kernel.h"

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

#include "observed.h"

#define SLOTS 32
#define TRIES 4
#define WAKE_AT 65536    // less than this waits for the agent's next look at the ring

struct slot {
    unsigned int taken, size;
    struct observed event;
};

// Events are too large for the stack. A program may be preempted by another that needs a slot too: so they are taken.
struct {
    __uint(type, BPF_MAP_TYPE_ARRAY);
    __uint(max_entries, SLOTS);
    __type(key, unsigned int);
    __type(value, struct slot);
} slots SEC(".maps");

struct {
    __uint(type, BPF_MAP_TYPE_RINGBUF);
    __uint(max_entries, 4 << 20);
} events SEC(".maps");

const volatile unsigned int own_tgid = 0;
unsigned long long lost = 0;

static __always_inline int is_own(void) { return bpf_get_current_pid_tgid() >> 32 == own_tgid; }

static __always_inline struct slot *slot_take(void) {
    unsigned int first = bpf_get_smp_processor_id() * TRIES;
    for (unsigned int i = 0; i < TRIES; i++) {
        unsigned int key = (first + i) % SLOTS;
        struct slot *s = bpf_map_lookup_elem(&slots, &key);
        if (s && !__sync_lock_test_and_set(&s->taken, 1)) {
            s->size = 0;
            return s;
        }
    }
    __sync_fetch_and_add(&lost, 1);
    return 0;
}

static __always_inline void slot_send(struct slot *s, unsigned long flags) {
    unsigned long size = s->size;
    if (size > OBSERVED_DATA) size = OBSERVED_DATA;
    if (bpf_ringbuf_output(&events, &s->event, OBSERVED_HEAD + size, flags)) __sync_fetch_and_add(&lost, 1);
    __sync_lock_test_and_set(&s->taken, 0);
}

static __always_inline void slot_emit(struct slot *s) {
    slot_send(s, bpf_ringbuf_query(&events, BPF_RB_AVAIL_DATA) < WAKE_AT ? BPF_RB_NO_WAKEUP : 0);
}

// The agent is to look at once.
static __always_inline void slot_emit_now(struct slot *s) { slot_send(s, BPF_RB_FORCE_WAKEUP); }

// The parts every event has. `task` is the process it is about.
static __always_inline struct slot *event_begin(unsigned char kind, struct task_struct *task) {
    struct slot *s = slot_take();
    if (!s) return 0;
    struct observed *e = &s->event;
    e->kind = kind;
    e->op = e->cut = e->exchange = e->contained = 0;
    e->mono_ns = bpf_ktime_get_ns();
    e->pid = task->tgid;
    e->ppid = task->real_parent->tgid;
    e->start_ns = task->group_leader->start_boottime;
    unsigned long long ids = bpf_get_current_uid_gid();
    e->uid = (unsigned int)ids;
    e->gid = ids >> 32;
    e->number = e->code = 0;
    e->local_port = e->port = 0;
    bpf_probe_read_kernel(e->comm, sizeof e->comm, task->group_leader->comm);
    for (int i = 0; i < OBSERVED_TEXTS; i++) {
        e->form[i] = FORM_NONE;
        e->length[i] = 0;
    }
    return s;
}

#endif
