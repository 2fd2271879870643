// The seccomp filter, in addition to the program's own. It refuses system calls that neither QEMU nor git needs but an
// attacker would use: to open connections, to inspect other processes, and to reach large or new parts of the kernel.
#include "confine.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the filter is written for x86-64"
#endif

enum {
    X32 = 0x40000000,
    // The first number after this list; later calls return ENOSYS, which programs handle.
    UNKNOWN = 463,
    NAMESPACES = (int)(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
                       CLONE_NEWNET | CLONE_NEWTIME),
    SET_OWNER_OF_INPUT = 0x8901, // FIOSETOWN
    SET_GROUP_OF_INPUT = 0x8902, // SIOCSPGRP
    CONSOLE_CALLS = 0x541C,      // TIOCLINUX
};

// Newer calls are given as numbers, because headers may be older than the kernel.
static const unsigned short REFUSED_CALLS[] = {
    SYS_connect, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_kill, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_bpf, SYS_userfaultfd, SYS_perf_event_open,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, SYS_kexec_load, SYS_kexec_file_load,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_vhangup, SYS_iopl, SYS_ioperm, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname, SYS_personality,
    SYS_migrate_pages, SYS_move_pages, SYS_setpriority, SYS_ioprio_set, SYS_sched_setparam, SYS_sched_setscheduler,
    SYS_sched_setattr, SYS_symlink, SYS_symlinkat, SYS_link, SYS_linkat, SYS_mknod, SYS_mknodat, SYS_fanotify_init,
    SYS_lookup_dcookie, SYS_modify_ldt, SYS_vmsplice,
    // Landlock alone does not prevent these calls on files of the same user.
    SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_chown, SYS_fchown, SYS_lchown, SYS_fchownat, 452 /* fchmodat2 */,
    SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    // Without an IPC namespace a program could attach another program's shared memory by guessing its id.
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_shmdt, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_msgget,
    SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink, SYS_mq_timedsend, SYS_mq_timedreceive,
    SYS_mq_notify, SYS_mq_getsetattr,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
    // Landlock does not prevent these either: its first versions do not control truncation.
    SYS_truncate, SYS_utime, SYS_utimes, SYS_futimesat, SYS_utimensat,
    424 /* pidfd_send_signal */, 425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */,
    433 /* fspick */, 434 /* pidfd_open */, 438 /* pidfd_getfd */, 440 /* process_madvise */, 442 /* mount_setattr */,
    443 /* quotactl_fd */, 448 /* process_mrelease */, 457 /* statmount */, 458 /* listmount */,
    459 /* lsm_get_self_attr */, 460 /* lsm_set_self_attr */, 461 /* lsm_list_modules */,
};

enum { REFUSED_COUNT = sizeof REFUSED_CALLS / sizeof REFUSED_CALLS[0] };

// A range of consecutive refused calls.
struct range {
    unsigned first, last;
};

// Jumps to be patched to the end of the search for refused calls.
static size_t ends[FILTER_MOST];
static size_t end_count;

static struct sock_filter PROGRAM_TEXT[FILTER_MOST];
static size_t length;

static void add(unsigned short code, unsigned value, unsigned char yes, unsigned char no) {
    if (length == FILTER_MOST) {
        errno = E2BIG;
        die("the seccomp filter is too long", NULL);
    }
    PROGRAM_TEXT[length++] = (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

static void load_call(void) {
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
}

// Loads the lower half of an argument: the kernel treats all arguments checked here as ints.
static void load_argument(int index) {
    add(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offsetof(struct seccomp_data, args) + 8U * (unsigned)index), 0, 0);
}

static void answer(int error) {
    add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error, 0, 0);
}

static void allow(void) {
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

static void refuse_call(unsigned call, int error) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(error);
}

// Refuses a call whose argument has one of these values.
static void refuse_values(unsigned call, int index, const unsigned *values, size_t count) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, (unsigned char)(2 + 2 * count));
    load_argument(index);
    for (size_t i = 0; i < count; i++) {
        refuse_call(values[i], EPERM);
    }
    allow();
}

static void refuse_unless(unsigned call, int index, unsigned value) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(index);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(EPERM);
    allow();
}

// Allows only Unix stream sockets: a datagram socket could send to any address without a connection.
static void check_sockets(unsigned call, bool allowed) {
    if (!allowed) {
        refuse_call(call, EPERM);
        return;
    }
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 7);
    load_argument(0);
    add(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 3);
    load_argument(1);
    add(BPF_ALU | BPF_AND | BPF_K, 0xF, 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0);
    answer(EPERM);
    allow();
}

// Opening a read-only file with O_TRUNC could truncate it: the first two versions of Landlock do not prevent that, and
// no version checks an open that is neither for reading nor for writing.
static void check_opening(unsigned call, int flags) {
    add(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 9);
    load_argument(flags);
    add(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC, 0, 0);
    refuse_call(O_ACCMODE, EPERM);
    refuse_call(O_ACCMODE | O_TRUNC, EPERM);
    refuse_call(O_RDONLY | O_TRUNC, EPERM);
    allow();
}

static void check_clone(void) {
    add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load_argument(0);
    add(BPF_JMP | BPF_JSET | BPF_K, (unsigned)NAMESPACES, 0, 1);
    answer(EPERM);
    allow();
}

// The flags of these calls are in memory, which a filter cannot read; programs fall back to `clone` and `openat`.
static void hide_calls(void) {
    refuse_call(435 /* clone3 */, ENOSYS);
    refuse_call(437 /* openat2 */, ENOSYS);
}

static void check_arguments(const struct plan *plan, int self) {
    static const unsigned TERMINAL[] = {TIOCSTI, CONSOLE_CALLS, SET_OWNER_OF_INPUT, SET_GROUP_OF_INPUT};
    // With these the kernel would send any signal to any process of the same user.
    static const unsigned OWNERS[] = {F_SETOWN, 10 /* F_SETSIG */, 15 /* F_SETOWN_EX */};
    refuse_values(SYS_ioctl, 1, TERMINAL, sizeof TERMINAL / sizeof TERMINAL[0]);
    refuse_values(SYS_fcntl, 1, OWNERS, sizeof OWNERS / sizeof OWNERS[0]);
    refuse_unless(SYS_tgkill, 0, (unsigned)self);
    refuse_unless(SYS_rt_tgsigqueueinfo, 0, (unsigned)self);
    refuse_unless(SYS_prlimit64, 0, 0);
    refuse_unless(SYS_sched_setaffinity, 0, 0);
    check_sockets(SYS_socket, plan->sockets);
    check_sockets(SYS_socketpair, plan->sockets);
    check_opening(SYS_open, 1);
    check_opening(SYS_openat, 2);
    check_clone();
    hide_calls();
}

size_t filter_refused(const unsigned short **calls) {
    *calls = REFUSED_CALLS;
    return REFUSED_COUNT;
}

static size_t ranges_of(struct range *ranges) {
    unsigned short sorted[REFUSED_COUNT];
    for (size_t i = 0; i < REFUSED_COUNT; i++) {
        size_t at = i;
        for (; at > 0 && sorted[at - 1] > REFUSED_CALLS[i]; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = REFUSED_CALLS[i];
    }
    size_t count = 0;
    for (size_t i = 0; i < REFUSED_COUNT; i++) {
        if (count > 0 && sorted[i] <= ranges[count - 1].last + 1) {
            ranges[count - 1].last = sorted[i];
        } else {
            ranges[count++] = (struct range){sorted[i], sorted[i]};
        }
    }
    return count;
}

static size_t jump(void) {
    add(BPF_JMP | BPF_JA, 0, 0, 0);
    return length - 1;
}

static void land(size_t jump) {
    PROGRAM_TEXT[jump].k = (unsigned)(length - jump - 1);
}

// Binary search: the kernel runs the whole filter once for every existing call when the filter is installed.
static void search(const struct range *ranges, size_t count) {
    if (count == 0) {
        ends[end_count++] = jump();
        return;
    }
    size_t middle = count / 2;
    add(BPF_JMP | BPF_JGE | BPF_K, ranges[middle].first, 1, 0);
    size_t below = jump();
    add(BPF_JMP | BPF_JGE | BPF_K, ranges[middle].last + 1, 1, 0);
    answer(EPERM);
    search(ranges + middle + 1, count - middle - 1);
    land(below);
    search(ranges, middle);
}

static void refuse_calls(void) {
    struct range ranges[REFUSED_COUNT];
    end_count = 0;
    search(ranges, ranges_of(ranges));
    for (size_t i = 0; i < end_count; i++) {
        land(ends[i]);
    }
}

size_t filter_build(const struct plan *plan, int self, const struct sock_filter **text) {
    length = 0;
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load_call();
    add(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    add(BPF_JMP | BPF_JGE | BPF_K, UNKNOWN, 0, 1);
    answer(ENOSYS);
    refuse_calls();
    check_arguments(plan, self);
    allow();
    *text = PROGRAM_TEXT;
    return length;
}

void enter_filter(const struct plan *plan) {
    const struct sock_filter *text;
    size_t count = filter_build(plan, getpid(), &text);
    struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)text};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) {
        die("the seccomp filter cannot be installed", NULL);
    }
}
