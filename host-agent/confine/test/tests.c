// Tests of the launcher without the kernel: the plan of a command line, and the filter's answer to each call.
#include "confine.h"
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static int failed;

#define CHECK(what)                                                                                                    \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                                         \
            failed = 1;                                                                                                \
        }                                                                                                              \
    } while (0)

_Noreturn void die(const char *what, const char *operand) {
    fprintf(stderr, "%s %s\n", what, operand ? operand : "");
    exit(REFUSED);
}

#define READ_PLAN(plan, ...)                                                                                           \
    plan_read(plan, (int)(sizeof((char *[]){__VA_ARGS__}) / sizeof(char *)), (char *[]){__VA_ARGS__})

static void words_make_a_plan(void) {
    struct plan plan = {0};
    char limit[] = "as=3221225472";
    char *words[] = {"c",        "--namespaces", "--landlock", "4",       "--ro", "/a",          "--rw", "/b/c",  "--limit", limit, "--sockets",
                     "--user",   "5",            "--group",    "6",       "--keep-fd", "7", "--env", "A=b", "--",      "prog", "-x"};
    CHECK(plan_read(&plan, (int)(sizeof words / sizeof words[0]), words) == NULL);
    CHECK(plan.namespaces && plan.landlock == 4 && plan.sockets && plan.own_user && plan.user == 5 && plan.group == 6);
    CHECK(plan.path_count == 2 && plan.paths[1].access == WRITE && strcmp(plan.paths[1].name, "/b/c") == 0);
    CHECK(plan.limit_count == 1 && plan.limits[0].resource == RLIMIT_AS && plan.limits[0].value == 3221225472UL);
    CHECK(strcmp(plan.argv[0], "prog") == 0 && strcmp(plan.argv[1], "-x") == 0);
}

static void refused(char *option, char *value) {
    struct plan plan = {0};
    char copy[64];
    snprintf(copy, sizeof copy, "%s", value);
    const char *wrong = READ_PLAN(&plan, "c", "--namespaces", option, copy, "--", "prog");
    if (wrong == NULL) {
        fprintf(stderr, "taken, but should be refused: %s %s\n", option, value);
        failed = 1;
    }
}

static void wrong_words_are_refused(void) {
    struct plan plan = {0};
    CHECK(READ_PLAN(&plan, "c", "--namespaces") != NULL);
    CHECK(READ_PLAN(&plan, "c", "--namespaces", "--") != NULL);
    CHECK(READ_PLAN(&plan, "c", "--", "prog") == NULL); // the call above requested namespaces
    struct plan bare = {0};
    CHECK(READ_PLAN(&bare, "c", "--", "prog") != NULL);
    static char *const PATHS[] = {"", "a", "/", "/a/../b", "/a/./b", "/a//b", "/a/", "/a/..", "/a/."};
    for (size_t i = 0; i < sizeof PATHS / sizeof PATHS[0]; i++) {
        refused("--ro", PATHS[i]);
        refused("--rw", PATHS[i]);
    }
    refused("--limit", "as");
    refused("--limit", "as=");
    refused("--limit", "as=-1");
    refused("--limit", "as=1x");
    refused("--limit", "cpu=1");
    refused("--limit", "as=99999999999999999999999");
    refused("--user", "0");
    refused("--user", "5"); // without a group
    refused("--group", "x");
    refused("--landlock", "0");
    refused("--keep-fd", "2");
    refused("--env", "=x");
    refused("--env", "x");
    refused("--cgroup", "here");
    refused("--cgroup-limit", "../x=1");
    refused("--unknown", "x");
}

static void too_many_paths_are_refused(void) {
    static struct plan plan;
    static char *words[2 * MOST_PATHS + 8];
    int count = 0;
    words[count++] = "c";
    for (int i = 0; i <= MOST_PATHS; i++) {
        words[count++] = "--ro";
        words[count++] = "/a";
    }
    words[count++] = "--";
    words[count++] = "prog";
    CHECK(plan_read(&plan, count, words) != NULL);
}

// Runs the filter with a small BPF interpreter.
static unsigned run(const struct sock_filter *text, size_t count, const struct seccomp_data *data) {
    unsigned held = 0;
    for (size_t at = 0; at < count; at++) {
        const struct sock_filter *one = &text[at];
        switch (one->code) {
        case BPF_LD | BPF_W | BPF_ABS: memcpy(&held, (const char *)data + one->k, sizeof held); break;
        case BPF_ALU | BPF_AND | BPF_K: held &= one->k; break;
        case BPF_JMP | BPF_JA: at += one->k; break;
        case BPF_JMP | BPF_JEQ | BPF_K: at += held == one->k ? one->jt : one->jf; break;
        case BPF_JMP | BPF_JGE | BPF_K: at += held >= one->k ? one->jt : one->jf; break;
        case BPF_JMP | BPF_JSET | BPF_K: at += (held & one->k) != 0 ? one->jt : one->jf; break;
        case BPF_RET | BPF_K: return one->k;
        default: fprintf(stderr, "unknown instruction %x\n", one->code); exit(1);
        }
    }
    fprintf(stderr, "the filter has no end\n");
    exit(1);
}

static unsigned answered(bool sockets, const struct seccomp_data *data) {
    struct plan plan = {.sockets = sockets};
    const struct sock_filter *text;
    size_t count = filter_build(&plan, 42, &text);
    return run(text, count, data);
}

static unsigned asked(bool sockets, unsigned arch, int call, unsigned long first, unsigned long second) {
    struct seccomp_data data = {.nr = call, .arch = arch, .args = {first, second}};
    return answered(sockets, &data);
}

// Returns the filter's decision on `open` and `openat` with these flags, and checks that it is the same for both.
static unsigned opened(unsigned long flags) {
    struct seccomp_data open = {.nr = SYS_open, .arch = AUDIT_ARCH_X86_64, .args = {0, flags, 0600}};
    struct seccomp_data openat = {.nr = SYS_openat, .arch = AUDIT_ARCH_X86_64, .args = {0, 0, flags, 0600}};
    unsigned answer = answered(false, &open);
    CHECK(answered(false, &openat) == answer);
    return answer;
}

#define REFUSES(error) (SECCOMP_RET_ERRNO | (error))

static void calls_are_judged(void) {
    const unsigned here = AUDIT_ARCH_X86_64;
    CHECK(asked(true, AUDIT_ARCH_I386, SYS_read, 0, 0) == SECCOMP_RET_KILL_PROCESS);
    CHECK(asked(true, here, 0x40000000 | SYS_read, 0, 0) == SECCOMP_RET_KILL_PROCESS);
    CHECK(asked(true, here, 500, 0, 0) == REFUSES(ENOSYS));
    CHECK(asked(true, here, 435, 0, 0) == REFUSES(ENOSYS));
    CHECK(asked(true, here, 437, 0, 0) == REFUSES(ENOSYS));
    static const int ALLOWED[] = {SYS_read, SYS_write, SYS_openat, SYS_mmap, SYS_futex, SYS_accept4, SYS_bind,
                                  SYS_listen, SYS_execve, SYS_sendmsg, SYS_recvmsg, SYS_ppoll, SYS_exit_group,
                                  SYS_rename, SYS_unlink, SYS_getrandom, SYS_fallocate};
    for (size_t i = 0; i < sizeof ALLOWED / sizeof ALLOWED[0]; i++) {
        CHECK(asked(true, here, ALLOWED[i], 0, 0) == SECCOMP_RET_ALLOW);
    }
    static const int REFUSED_ONES[] = {SYS_connect, SYS_ptrace, SYS_process_vm_readv, SYS_bpf, SYS_keyctl, 425, 426, 427,
                                       SYS_mount, SYS_unshare, SYS_setns, 438, SYS_open_by_handle_at, SYS_init_module,
                                       SYS_chmod, SYS_fchmodat, 452, SYS_truncate, SYS_utimensat};
    for (size_t i = 0; i < sizeof REFUSED_ONES / sizeof REFUSED_ONES[0]; i++) {
        CHECK(asked(true, here, REFUSED_ONES[i], 0, 0) == REFUSES(EPERM));
    }
}

// Compares the filter's binary search with a linear list.
static void every_call_there_is_gets_the_answer_of_the_list(void) {
    const unsigned short *refused_calls;
    size_t count = filter_refused(&refused_calls);
    static bool listed[500];
    for (size_t i = 0; i < count; i++) {
        listed[refused_calls[i]] = true;
    }
    static const int BY_ARGUMENT[] = {SYS_ioctl, SYS_fcntl, SYS_tgkill, SYS_rt_tgsigqueueinfo, SYS_prlimit64, SYS_sched_setaffinity,
                                      SYS_socket, SYS_socketpair, SYS_clone, 435, 437};
    for (int call = 0; call < 500; call++) {
        bool judged = false;
        for (size_t i = 0; i < sizeof BY_ARGUMENT / sizeof BY_ARGUMENT[0]; i++) {
            judged = judged || call == BY_ARGUMENT[i];
        }
        unsigned expected = call >= 463 ? REFUSES(ENOSYS) : listed[call] ? REFUSES(EPERM) : SECCOMP_RET_ALLOW;
        if (!judged && asked(true, AUDIT_ARCH_X86_64, call, 0, 0) != expected) {
            fprintf(stderr, "call %d: not %x\n", call, expected);
            failed = 1;
        }
    }
}

static void arguments_are_judged(void) {
    const unsigned here = AUDIT_ARCH_X86_64;
    CHECK(asked(true, here, SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_socket, AF_UNIX, SOCK_DGRAM) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_socket, AF_INET, SOCK_STREAM) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_socketpair, AF_UNIX, SOCK_STREAM) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_socketpair, AF_UNIX, SOCK_DGRAM) == REFUSES(EPERM));
    CHECK(asked(false, here, SYS_socket, AF_UNIX, SOCK_STREAM) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_tgkill, 42, 43) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_tgkill, 41, 41) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_prlimit64, 0, 0) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_prlimit64, 41, 0) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_ioctl, 0, TCGETS) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_ioctl, 0, TIOCSTI) == REFUSES(EPERM));
    // The kernel reads only the lower half of the argument, and so does the filter.
    CHECK(asked(true, here, SYS_ioctl, 0, TIOCSTI | (1UL << 40)) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_fcntl, 0, F_GETFL) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_fcntl, 0, F_SETOWN) == REFUSES(EPERM));
    CHECK(asked(true, here, SYS_clone, CLONE_VM | CLONE_THREAD, 0) == SECCOMP_RET_ALLOW);
    CHECK(asked(true, here, SYS_clone, CLONE_NEWUSER, 0) == REFUSES(EPERM));
}

// Landlock's first two versions let a program truncate a readable file by opening it.
static void no_file_is_cut_short_by_opening_it_for_reading(void) {
    CHECK(opened(O_RDONLY | O_TRUNC) == REFUSES(EPERM));
    CHECK(opened(O_RDONLY | O_TRUNC | O_CLOEXEC | O_CREAT) == REFUSES(EPERM));
    CHECK(opened(O_ACCMODE) == REFUSES(EPERM));
    CHECK(opened(O_ACCMODE | O_TRUNC | O_NOFOLLOW) == REFUSES(EPERM));
    // The kernel reads only the lower half of the argument, and so does the filter.
    CHECK(opened(O_RDONLY | O_TRUNC | (1UL << 40)) == REFUSES(EPERM));
    CHECK(opened(O_RDONLY | O_CLOEXEC) == SECCOMP_RET_ALLOW);
    CHECK(opened(O_WRONLY | O_CREAT | O_TRUNC) == SECCOMP_RET_ALLOW);
    CHECK(opened(O_RDWR | O_CREAT | O_TRUNC) == SECCOMP_RET_ALLOW);
    CHECK(opened(O_PATH | O_CLOEXEC) == SECCOMP_RET_ALLOW);
}

int main(void) {
    words_make_a_plan();
    wrong_words_are_refused();
    too_many_paths_are_refused();
    calls_are_judged();
    every_call_there_is_gets_the_answer_of_the_list();
    arguments_are_judged();
    no_file_is_cut_short_by_opening_it_for_reading();
    puts(failed ? "some failed" : "all passed");
    return failed;
}
