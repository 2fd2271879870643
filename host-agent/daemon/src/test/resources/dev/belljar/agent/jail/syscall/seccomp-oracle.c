// For tests. `oracle` compiles policies with libseccomp: it reads lines from its input and writes each filter as a length and its bytes.
// `apply FILE PROGRAM...` executes a program under a filter. `probe NAME` makes one system call and prints its error number.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void fail(const char *what, int error) {
    fprintf(stderr, "seccomp-oracle: %s: %s\n", what, strerror(error));
    exit(125);
}

static void emit(scmp_filter_ctx context) {
    FILE *file = tmpfile();
    if (!file) fail("tmpfile", errno);
    int error = seccomp_export_bpf(context, fileno(file));
    if (error) fail("export", -error);
    uint32_t length = (uint32_t)lseek(fileno(file), 0, SEEK_END);
    rewind(file);
    fwrite(&length, sizeof length, 1, stdout);
    for (int c; (c = fgetc(file)) != EOF;) putchar(c);
    fclose(file);
    fflush(stdout);
}

// `policy ACTION`, then `rule ACTION NUMBER COUNT (ARGUMENT OPERATOR A B)…`, then `end`; numbers are decimal and unsigned.
static int oracle(void) {
    scmp_filter_ctx context = NULL;
    char word[16];
    while (scanf("%15s", word) == 1) {
        uint32_t action;
        if (!strcmp(word, "policy")) {
            if (scanf("%u", &action) != 1 || !(context = seccomp_init(action))) fail("policy", EINVAL);
            seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
        } else if (!strcmp(word, "rule")) {
            int number, count;
            struct scmp_arg_cmp compare[6];
            if (scanf("%u %d %d", &action, &number, &count) != 3 || count > 6) fail("rule", EINVAL);
            for (int i = 0; i < count; i++) {
                unsigned argument, operator;
                unsigned long long a, b;
                if (scanf("%u %u %llu %llu", &argument, &operator, &a, &b) != 4) fail("comparison", EINVAL);
                compare[i] = (struct scmp_arg_cmp){.arg = argument, .op = operator, .datum_a = a, .datum_b = b};
            }
            int error = seccomp_rule_add_array(context, action, number, (unsigned)count, compare);
            // An action like the default one changes nothing, and a rule may repeat another one.
            if (error && error != -EACCES && error != -EEXIST) { fprintf(stderr, "action %u number %d count %d: ", action, number, count); for (int i = 0; i < count; i++) fprintf(stderr, "(%u %d %llu %llu)", compare[i].arg, compare[i].op, (unsigned long long)compare[i].datum_a, (unsigned long long)compare[i].datum_b); fail("rule", -error); }
        } else {
            emit(context);
            seccomp_release(context);
        }
    }
    return 0;
}

static int apply(const char *name, char **program) {
    static struct sock_filter filter[4096];
    FILE *file = fopen(name, "r");
    if (!file) fail(name, errno);
    size_t count = fread(filter, sizeof filter[0], 4096, file);
    fclose(file);
    struct sock_fprog all = {.len = (unsigned short)count, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs", errno);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all)) fail("seccomp", errno);
    execv(program[0], program);
    fail(program[0], errno);
    return 125;
}

static void *thread(void *argument) { return argument; }

static long probed(const char *name) {
    if (!strcmp(name, "vsock")) return socket(AF_VSOCK, SOCK_STREAM, 0);
    if (!strcmp(name, "vsock-high")) return syscall(SYS_socket, AF_VSOCK | 1UL << 32, SOCK_STREAM, 0);
    if (!strcmp(name, "inet")) return socket(AF_INET, SOCK_STREAM, 0);
    if (!strcmp(name, "unix")) return socket(AF_UNIX, SOCK_STREAM, 0);
    if (!strcmp(name, "tiocsti-high")) return syscall(SYS_ioctl, 0, 0x5412 | 1UL << 32, "x");
    if (!strcmp(name, "unshare")) return unshare(CLONE_NEWUSER);
    if (!strcmp(name, "clone3")) return syscall(SYS_clone3, NULL, 0);
    if (!strcmp(name, "x32")) return syscall(0x40000000 | SYS_getpid);
    if (!strcmp(name, "write-execute"))
        return (long)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(name, "listener")) {
        struct sock_filter allow = {.code = 6, .k = 0x7fff0000};
        struct sock_fprog all = {.len = 1, .filter = &allow};
        return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &all);
    }
    if (!strcmp(name, "thread")) {
        pthread_t id;
        errno = pthread_create(&id, NULL, thread, NULL);
        return errno ? -1 : pthread_join(id, NULL);
    }
    if (!strcmp(name, "int80")) {
        long result;
        __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
        return result;
    }
    fail(name, EINVAL);
    return -1;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "oracle")) return oracle();
    if (argc > 3 && !strcmp(argv[1], "apply")) return apply(argv[2], argv + 3);
    if (argc == 3 && !strcmp(argv[1], "probe")) {
        long result = probed(argv[2]);
        printf("%d\n", result == -1 ? errno : 0);
        return 0;
    }
    return 64;
}
