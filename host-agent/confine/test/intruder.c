// Simulates an attacker who has compromised QEMU or git: started in its place, it tries every attack and prints one
// line for each, `refused NAME` or `REACHED NAME`. It ends with 1 if any attack succeeded. With `free` it tries only
// the given attacks: unconfined and as root the others could harm the host that runs the test. intruder [free]
// [NAME=VALUE…] read=FILE write=FILE cut=FILE list=FOLDER connect=SOCKET tcp=PORT pid=PID link=FOLDER
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <arpa/inet.h>
#include <unistd.h>

static int reached;

static void report(int was_reached, const char *what, const char *operand) {
    printf("%s %s%s%s\n", was_reached ? "REACHED" : "refused", what, operand ? " " : "", operand ? operand : "");
    fflush(stdout);
    reached |= was_reached;
}

static void try_read(const char *file) {
    char byte;
    int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    report(fd >= 0 && read(fd, &byte, 1) == 1, "read", file);
}

static void try_write(const char *file) {
    int fd = open(file, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    report(fd >= 0, "write", file);
}

static void try_create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    report(fd >= 0, "create", path);
}

static void try_list(const char *folder) {
    char entries[1024];
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    report(fd >= 0 && syscall(SYS_getdents64, fd, entries, sizeof entries) > 0, "list", folder);
}

static void try_links(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/planted", folder);
    report(symlink("/etc/passwd", path) == 0, "symlink", path);
    report(link("/usr/bin/env", path) == 0, "link", path);
    report(mknod(path, S_IFIFO | 0600, 0) == 0, "fifo", path);
}

static int unix_socket(int type, const char *name, struct sockaddr_un *address, socklen_t *length) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    size_t size = strlen(name);
    memcpy(address->sun_path, name, size < sizeof address->sun_path ? size : sizeof address->sun_path - 1);
    *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
    if (name[0] == '@') {
        address->sun_path[0] = '\0';
    }
    return socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
}

static void try_connect(const char *name) {
    struct sockaddr_un address;
    socklen_t length;
    int fd = unix_socket(SOCK_STREAM, name, &address, &length);
    report(fd >= 0 && connect(fd, (struct sockaddr *)&address, length) == 0, "connect", name);
    fd = unix_socket(SOCK_DGRAM, name, &address, &length);
    // Whether a server listens does not matter, only that the socket could be created.
    report(fd >= 0, "datagram", name);
    int pair[2];
    report(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0, "datagram pair", NULL);
}

static void try_network(const char *name, const char *host, int port, int type) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    inet_pton(AF_INET, host, &address.sin_addr);
    int fd = socket(AF_INET, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    report(fd >= 0, name, host);
    if (fd >= 0) {
        report(connect(fd, (struct sockaddr *)&address, sizeof address) == 0 || errno == EINPROGRESS, "connect", host);
    }
}

static void try_process(pid_t pid) {
    char byte;
    struct iovec local = {&byte, 1}, remote = {(void *)0x400000, 1};
    struct rlimit none = {0, 0}, now;
    char path[64];
    errno = 0;
    report(ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0, "ptrace", NULL);
    report(syscall(SYS_process_vm_readv, pid, &local, 1L, &remote, 1L, 0L) >= 0 || errno == EFAULT, "process_vm_readv",
           NULL);
    report(syscall(SYS_process_vm_writev, pid, &local, 1L, &remote, 1L, 0L) >= 0 || errno == EFAULT,
           "process_vm_writev", NULL);
    report(kill(pid, 0) == 0, "kill", NULL);
    report(syscall(SYS_tgkill, pid, pid, 0) == 0, "tgkill", NULL);
    report(syscall(SYS_rt_sigqueueinfo, pid, 0, NULL) == 0 || errno == EFAULT, "rt_sigqueueinfo", NULL);
    report(syscall(434, pid, 0) >= 0, "pidfd_open", NULL);
    report(prlimit(pid, RLIMIT_CPU, NULL, &now) == 0 && prlimit(pid, RLIMIT_CORE, &none, NULL) == 0, "prlimit", NULL);
    report(fcntl(1, F_SETOWN, pid) == 0, "F_SETOWN", NULL);
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    try_read(path);
    snprintf(path, sizeof path, "/proc/%d/mem", pid);
    try_write(path);
    snprintf(path, sizeof path, "/proc/%d/root", pid);
    try_list(path);
}

static void try_kernel(void) {
    char zeros[256] = {0};
    char newline = '\n';
    report(syscall(425, 4, zeros) >= 0 || errno == EFAULT, "io_uring_setup", NULL);
    report(syscall(SYS_bpf, 0, zeros, sizeof zeros) >= 0 || errno == EINVAL, "bpf", NULL);
    report(syscall(SYS_userfaultfd, 1) >= 0, "userfaultfd", NULL);
    report(syscall(SYS_keyctl, 0, -3, 0) >= 0, "keyctl", NULL);
    report(syscall(SYS_add_key, "user", "intruder", "x", 1L, -2) >= 0, "add_key", NULL);
    report(syscall(SYS_request_key, "user", "intruder", NULL, -2) >= 0 || errno == ENOKEY, "request_key", NULL);
    report(syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0) >= 0 || errno == EINVAL, "perf_event_open", NULL);
    report(unshare(CLONE_NEWUSER) == 0, "unshare", NULL);
    report(syscall(SYS_setns, 0, 0) == 0 || errno == EINVAL, "setns", NULL);
    report(syscall(SYS_clone, (long)(CLONE_NEWUSER | SIGCHLD), 0, 0, 0, 0) >= 0, "clone into a namespace", NULL);
    report(syscall(435, zeros, 88) >= 0 || errno != ENOSYS, "clone3", NULL);
    report(syscall(SYS_mount, "none", "/usr", "tmpfs", 0, NULL) == 0, "mount", NULL);
    report(syscall(428, AT_FDCWD, "/usr", 1) >= 0, "open_tree", NULL);
    report(syscall(430, "tmpfs", 0) >= 0, "fsopen", NULL);
    report(syscall(SYS_chroot, "/usr") == 0, "chroot", NULL);
    report(syscall(SYS_pivot_root, ".", ".") == 0 || errno == EINVAL, "pivot_root", NULL);
    report(syscall(SYS_open_by_handle_at, AT_FDCWD, zeros, 0) >= 0 || errno == EINVAL, "open_by_handle_at", NULL);
    report(syscall(438, 0, 0, 0) >= 0 || errno == EBADF, "pidfd_getfd", NULL);
    report(syscall(SYS_init_module, zeros, 0L, "") == 0 || errno == ENOEXEC, "init_module", NULL);
    report(syscall(SYS_kexec_load, 0L, 0L, NULL, 0L) == 0, "kexec_load", NULL);
    report(ioctl(0, TIOCSTI, &newline) == 0 || errno == ENOTTY, "TIOCSTI", NULL);
    report(syscall(500) != -1 || errno != ENOSYS, "a call of the future", NULL);
    try_read("/proc/1/environ");
    try_read("/etc/shadow");
    try_read("/etc/passwd");
    try_list("/home");
    try_list("/root");
    try_list("/tmp");
    try_list("/proc");
    try_list("/sys");
    try_list("/run");
    try_create("/tmp", "intruder");
    try_create("/usr", "intruder");
}

// Descriptors of the launcher's parent must not be inherited.
static void try_descriptors(void) {
    for (int fd = 3; fd < 64; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) {
            report(1, "an inherited descriptor", NULL);
        }
    }
    report(0, "descriptors", NULL);
    struct rlimit core = {1, 1};
    report(getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0, "core files", NULL);
}

// None of these needs a write right that Landlock knows; `openat2` could request the same in memory.
static void try_cuts(const char *path) {
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC};
    report(open(path, O_RDONLY | O_TRUNC | O_CLOEXEC) >= 0, "open to read and cut", path);
    report(open(path, O_ACCMODE | O_CLOEXEC) >= 0, "open for neither reading nor writing", path);
    report(open(path, O_ACCMODE | O_TRUNC | O_CLOEXEC) >= 0, "open for neither and cut", path);
    report(syscall(437, AT_FDCWD, path, &how, sizeof how) >= 0 || errno != ENOSYS, "openat2", path);
}

static void try_modes(const char *path) {
    struct stat about;
    mode_t mode = stat(path, &about) == 0 ? about.st_mode & 07777 : 0666;
    report(chmod(path, mode) == 0, "chmod", path);
    report(fchmodat(AT_FDCWD, path, mode, 0) == 0, "fchmodat", path);
    report(syscall(452, AT_FDCWD, path, mode, 0) == 0, "fchmodat2", path);
    report(utimensat(AT_FDCWD, path, NULL, 0) == 0, "utimensat", path);
    struct stat now;
    report(stat(path, &now) == 0 && truncate(path, now.st_size) == 0, "truncate", path);
    report(chown(path, (uid_t)-1, (gid_t)-1) == 0, "chown", path);
    report(fchownat(AT_FDCWD, path, (uid_t)-1, (gid_t)-1, 0) == 0, "fchownat", path);
}

// Shared memory of another program, whose id can be guessed.
static void try_shared_memory(int id) {
    report(shmat(id, NULL, SHM_RDONLY) != (void *)-1, "shmat", NULL);
    struct shmid_ds about;
    report(shmctl(id, IPC_STAT, &about) == 0, "shmctl", NULL);
    report(msgctl(0, IPC_RMID, NULL) == 0 || errno == EINVAL || errno == EIDRM, "msgctl", NULL);
    report(syscall(SYS_semop, 0, NULL, 0) == 0 || errno == EINVAL || errno == EIDRM, "semop", NULL);
    report(syscall(SYS_mq_unlink, "intruder") == 0 || errno == ENOENT, "mq_unlink", NULL);
}

static void try_argument(const char *argument) {
    const char *value = strchr(argument, '=');
    value = value == NULL ? "" : value + 1;
    size_t length = (size_t)(value - argument);
    if (strncmp(argument, "read=", length) == 0) {
        try_read(value);
    } else if (strncmp(argument, "write=", length) == 0) {
        try_write(value);
    } else if (strncmp(argument, "list=", length) == 0) {
        try_list(value);
    } else if (strncmp(argument, "create=", length) == 0) {
        try_create(value, "intruder");
    } else if (strncmp(argument, "connect=", length) == 0) {
        try_connect(value);
    } else if (strncmp(argument, "tcp=", length) == 0) {
        try_network("tcp", "127.0.0.1", atoi(value), SOCK_STREAM);
    } else if (strncmp(argument, "pid=", length) == 0) {
        try_process(atoi(value));
    } else if (strncmp(argument, "shm=", length) == 0) {
        try_shared_memory(atoi(value));
    } else if (strncmp(argument, "modes=", length) == 0) {
        try_modes(value);
    } else if (strncmp(argument, "cut=", length) == 0) {
        try_cuts(value);
    } else if (strncmp(argument, "link=", length) == 0) {
        try_links(value);
    } else {
        report(1, "a word the intruder does not know:", argument);
    }
}

static void try_privileges(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[2];
    memset(held, 0, sizeof held);
    syscall(SYS_capget, &header, held);
    report(held[0].permitted != 0 || held[1].permitted != 0, "capabilities", NULL);
    // Only a process with a capability can empty the bounding set; an ordinary user has no capability to regain.
    report(geteuid() != 0 && prctl(PR_CAPBSET_READ, CAP_SYS_ADMIN, 0, 0, 0) == 1 && getenv("BOUNDED") != NULL, "capabilities of files",
           NULL);
    report(geteuid() != 0 && setuid(0) == 0, "setuid", NULL);
    report(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1, "new privileges", NULL);
}

int main(int argc, char **argv) {
    bool is_free = argc > 1 && strcmp(argv[1], "free") == 0;
    // This comes first, because the other attacks open descriptors.
    try_descriptors();
    try_privileges();
    for (int i = 1; i < argc; i++) {
        if (strchr(argv[i], '=') != NULL) {
            try_argument(argv[i]);
        }
    }
    if (is_free) {
        return reached;
    }
    try_kernel();
    try_network("tcp", "192.0.2.1", 443, SOCK_STREAM);
    try_network("udp", "127.0.0.1", 53, SOCK_DGRAM);
    report(socket(AF_INET6, SOCK_STREAM, 0) >= 0, "ipv6", NULL);
    report(socket(AF_NETLINK, SOCK_RAW, 0) >= 0, "netlink", NULL);
    report(socket(40 /* AF_VSOCK */, SOCK_STREAM, 0) >= 0, "vsock", NULL);
    return reached;
}
