#include "make.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static void put32(struct buffer *b, uint32_t value) { buffer_append(b, &value, 4); }

static void put_string(struct buffer *b, const char *text) {
    put32(b, (uint32_t)strlen(text));
    buffer_append(b, text, strlen(text));
}

void make_record(struct maker *m, uint16_t kind, const void *payload, size_t n) {
    static const char zeros[8];
    uint16_t head[2] = {kind, 0};
    buffer_append(&m->records, head, 4);
    put32(&m->records, (uint32_t)n);
    buffer_append(&m->records, payload, n);
    buffer_append(&m->records, zeros, (8 - n % 8) % 8);
    m->count++;
}

static void make_from(struct maker *m, uint16_t kind, struct buffer *payload) {
    make_record(m, kind, buffer_bytes(payload), buffer_size(payload));
    buffer_free(payload);
}

void make_text(struct maker *m, uint16_t kind, const char *text) { make_record(m, kind, text, strlen(text)); }

void make_map(struct maker *m, uint16_t kind, uint32_t inside, uint32_t outside, uint32_t count) {
    const uint32_t payload[] = {inside, outside, count};
    make_record(m, kind, payload, sizeof payload);
}

void make_identity(struct maker *m, uint32_t user, uint32_t group) {
    const uint32_t payload[] = {user, group};
    make_record(m, IDENTITY, payload, sizeof payload);
}

void make_limit(struct maker *m, uint32_t resource, uint64_t value) {
    const struct {
        uint32_t resource, none;
        uint64_t soft, hard;
    } payload = {resource, 0, value, value};
    make_record(m, LIMIT, &payload, sizeof payload);
}

void make_kept(struct maker *m, uint32_t outside, uint32_t inside) {
    const uint32_t payload[] = {outside, inside};
    make_record(m, KEEP, payload, sizeof payload);
}

void make_mount(struct maker *m, uint32_t kind, uint32_t attributes, const char *first, const char *second, uint64_t size) {
    struct buffer b = {0};
    put32(&b, kind);
    put32(&b, attributes);
    put_string(&b, first);
    if (second) put_string(&b, second);
    if (kind == TMPFS) buffer_append(&b, &size, 8);
    make_from(m, MOUNT, &b);
}

void make_overlay(struct maker *m, uint32_t attributes, const char *lower, const char *target, const char *upper, const char *work) {
    struct buffer b = {0};
    put32(&b, OVERLAY);
    put32(&b, attributes);
    put_string(&b, lower);
    put_string(&b, target);
    put_string(&b, upper);
    put_string(&b, work);
    make_from(m, MOUNT, &b);
}

struct program {
    struct sock_filter at[512];
    unsigned short n;
};

static void add(struct program *p, uint16_t code, uint8_t jt, uint8_t jf, uint32_t k) {
    p->at[p->n++] = (struct sock_filter){code, jt, jf, k};
}

static void load(struct program *p, uint32_t offset) { add(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, offset); }
static void give(struct program *p, uint32_t what) { add(p, BPF_RET | BPF_K, 0, 0, what); }

static void on_call(struct program *p, uint32_t number, uint32_t what) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number);
    give(p, what);
}

// If the low word of an argument, masked, is (or, for several bits, contains) the value.
static void on_argument(struct program *p, uint32_t number, unsigned argument, uint32_t value, bool bits, uint32_t what) {
    add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, number);
    load(p, (uint32_t)(offsetof(struct seccomp_data, args) + 8 * argument));
    add(p, BPF_JMP | (bits ? BPF_JSET : BPF_JEQ) | BPF_K, 0, 1, value);
    give(p, what);
    load(p, offsetof(struct seccomp_data, nr));
}

static const uint32_t refused[] = {
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree, SYS_move_mount, SYS_fsopen,
    SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_bpf,
    SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
    SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_settimeofday, SYS_clock_settime, SYS_personality, SYS_fanotify_init,
};

static const uint32_t debugging[] = {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_getfd};
static const uint32_t opening[] = {SYS_open, SYS_openat, SYS_openat2, SYS_creat, SYS_execve, SYS_execveat};
static const uint32_t looking[] = {SYS_stat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_access, SYS_faccessat, SYS_faccessat2,
                                   SYS_readlink, SYS_readlinkat};

#define ALL(list, what) \
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) on_call(&p, list[i], what)

void make_filter(struct maker *m, int options) {
    enum { NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET };
    const uint32_t no = SECCOMP_RET_ERRNO | EPERM, unknown = SECCOMP_RET_ERRNO | ENOSYS;
    struct program p = {0};
    load(&p, offsetof(struct seccomp_data, arch));
    add(&p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_X86_64);
    give(&p, SECCOMP_RET_KILL_PROCESS);
    load(&p, offsetof(struct seccomp_data, nr));
    add(&p, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000);
    give(&p, unknown);
    if (options & WITH_NOTIFY) ALL(opening, SECCOMP_RET_USER_NOTIF);
    if (options & WITH_STAT) ALL(looking, SECCOMP_RET_USER_NOTIF);
    if (!(options & WITH_NESTED)) ALL(refused, no);
    if (!(options & WITH_DEBUG)) ALL(debugging, no);
    on_call(&p, SYS_clone3, unknown);
    if (!(options & WITH_NESTED)) on_argument(&p, SYS_clone, 0, NAMESPACES, true, no);
    on_argument(&p, SYS_ioctl, 1, TIOCSTI, false, no);
    on_argument(&p, SYS_ioctl, 1, TIOCLINUX, false, no);
    on_argument(&p, SYS_socket, 0, AF_VSOCK, false, no);
    on_argument(&p, SYS_socket, 0, AF_PACKET, false, no);
    if (!(options & WITH_LISTENERS)) on_argument(&p, SYS_seccomp, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER, true, no);
    give(&p, SECCOMP_RET_ALLOW);
    make_record(m, FILTER, p.at, p.n * sizeof *p.at);
}

struct buffer make_plan(struct maker *m) {
    struct buffer plan = {0};
    buffer_append(&plan, "BELLJARP", 8);
    put32(&plan, PLAN_VERSION);
    put32(&plan, (uint32_t)(32 + buffer_size(&m->records)));
    put32(&plan, m->count);
    put32(&plan, m->flags);
    put32(&plan, m->hold_ms);
    put32(&plan, 0);
    buffer_append(&plan, buffer_bytes(&m->records), buffer_size(&m->records));
    buffer_free(&m->records);
    *m = (struct maker){0};
    return plan;
}
