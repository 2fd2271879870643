// Who opens a TCP connection or sends a datagram, told before its first packet leaves: the host holds that packet until it
// knows, so the agent is woken for it. What a flood of them may cost is bounded here, per process and for all together.
#ifndef BELLJAR_FLOWS_H
#define BELLJAR_FLOWS_H

#include <linux/in.h>

#include <bpf/bpf_endian.h>

#include "processes.h"

#define AGAIN_NS 20000000000ull    // a port that goes on sending is told of again; the host forgets it later
#define COST_NS 10000000ull        // a process may tell of 100 a second
#define SAVED_NS (256 * COST_NS)   // and of 256 at once
#define ALL_COST_NS 2500000ull     // all together of 400 a second
#define ALL_SAVED_NS (2048 * ALL_COST_NS)

struct ends {
    unsigned int address;
    unsigned short local_port, port;
    unsigned int protocol;
};

struct teller {
    unsigned long long at;
    unsigned int tgid, spare;
};

// Whom a port was last told to be of. The local port is in it: who takes a port over is told of at once.
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 8192);
    __type(key, struct ends);
    __type(value, struct teller);
} told SEC(".maps");

// Until when each process has used up what it may tell.
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 4096);
    __type(key, unsigned int);
    __type(value, unsigned long long);
} used SEC(".maps");

unsigned long long all_used = 0;
unsigned long long untold = 0;

static __always_inline int afford(unsigned long long *until, unsigned long long now, unsigned long long cost,
                                  unsigned long long saved) {
    unsigned long long from = *until;
    if (from + saved < now) from = now - saved;
    if (from + cost > now) return 0;
    *until = from + cost;
    return 1;
}

static __always_inline int may_tell(unsigned int tgid, unsigned long long now) {
    unsigned long long first = 0;
    unsigned long long *own = bpf_map_lookup_elem(&used, &tgid);
    if (!own) {
        bpf_map_update_elem(&used, &tgid, &first, BPF_NOEXIST);
        own = bpf_map_lookup_elem(&used, &tgid);
    }
    return own && afford(own, now, COST_NS, SAVED_NS) && afford(&all_used, now, ALL_COST_NS, ALL_SAVED_NS);
}

static __always_inline int is_news(struct ends *ends, unsigned int tgid, unsigned long long now) {
    struct teller *last = bpf_map_lookup_elem(&told, ends);
    return !last || last->tgid != tgid || now - last->at > AGAIN_NS;
}

static __always_inline void tell(struct ends *ends) {
    unsigned int tgid = bpf_get_current_pid_tgid() >> 32;
    unsigned long long now = bpf_ktime_get_ns();
    struct teller teller = {.at = now, .tgid = tgid};
    // What stays on this machine never meets the host.
    if (is_own() || !tgid || !ends->local_port || !ends->address || (ends->address & 0xff) == 127) return;
    if (!is_news(ends, tgid, now)) return;
    struct task_struct *task = bpf_get_current_task_btf();
    struct slot *s = may_tell(tgid, now) ? event_begin(OBSERVED_FLOW, task) : 0;
    if (!s) {
        __sync_fetch_and_add(&untold, 1);
        return;
    }
    bpf_map_update_elem(&told, ends, &teller, BPF_ANY);
    s->event.op = ends->protocol;
    s->event.code = bpf_ntohl(ends->address);
    s->event.local_port = ends->local_port;
    s->event.port = ends->port;
    s->event.number = untold;
    __sync_fetch_and_sub(&untold, s->event.number);
    struct file *program = task->mm->exe_file;
    put_path(s, 0, program->f_path.dentry, program->f_path.mnt);
    put_arguments(s, task->mm);
    slot_emit_now(s);
}

// The port is chosen by now, and the SYN is the next thing that leaves.
SEC("fentry/tcp_connect")
int BPF_PROG(on_connect, struct sock *sk) {
    struct ends ends = {
        .address = sk->__sk_common.skc_daddr,
        .local_port = sk->__sk_common.skc_num,
        .port = bpf_ntohs(sk->__sk_common.skc_dport),
        .protocol = IPPROTO_TCP,
    };
    tell(&ends);
    return 0;
}

SEC("fentry/udp_sendmsg")
int BPF_PROG(on_datagram, struct sock *sk, struct msghdr *msg) {
    struct sockaddr_in to = {.sin_port = sk->__sk_common.skc_dport, .sin_addr.s_addr = sk->__sk_common.skc_daddr};
    void *name = msg->msg_name;
    if (name && bpf_probe_read_kernel(&to, sizeof to, name)) return 0;
    struct ends ends = {
        .address = to.sin_addr.s_addr,
        .local_port = sk->__sk_common.skc_num,
        .port = bpf_ntohs(to.sin_port),
        .protocol = IPPROTO_UDP,
    };
    tell(&ends);
    return 0;
}

#endif
