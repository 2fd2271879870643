// Runs inside a jail and tries what an intruder would try. Prints `open NAME` for each probe that reached something, `refused NAME`
// otherwise.   intruder [NAME=VALUE…]: pid (a process of the host), tcp (a port of the host), abstract (a socket), shm (an id)
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/mount.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char **given;

static const char *argument(const char *name) {
    size_t n = strlen(name);
    for (char **at = given; *at; at++)
        if (strncmp(*at, name, n) == 0 && (*at)[n] == '=') return *at + n + 1;
    return "";
}

// The environment's value with something behind it.
static const char *at(const char *variable, const char *rest) {
    static char text[4][512];
    static int turn;
    turn = (turn + 1) & 3;
    snprintf(text[turn], sizeof text[turn], "%s%s", getenv(variable) ? getenv(variable) : "", rest);
    return text[turn];
}

static bool said(const char *name, bool reached) {
    printf("%s %s\n", reached ? "open" : "refused", name);
    return reached;
}

static bool opens(const char *path, int flags) {
    int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static bool reads(const char *path) {
    char c;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool got = fd >= 0 && read(fd, &c, 1) == 1;
    if (fd >= 0) close(fd);
    return got;
}

static bool shows_secret(const char *path) {
    char text[64] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    return n > 0 && strstr(text, "secret");
}

// In a process of its own: some probes change it, some kill it.
static bool forked(bool (*what)(void)) {
    int status = 1;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) _exit(what() ? 0 : 1);
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool unshare_user(void) { return unshare(CLONE_NEWUSER) == 0; }
static bool unshare_mounts(void) { return unshare(CLONE_NEWNS) == 0; }
static bool clone_user(void) {
    long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    return pid > 0;
}
static bool clone3_user(void) {
    uint64_t how[8] = {CLONE_NEWUSER, [4] = SIGCHLD};
    long pid = syscall(SYS_clone3, how, 64);
    if (pid == 0) _exit(0);
    return pid > 0;
}
static bool clone_high_word(void) {
    long pid = syscall(SYS_clone, (1UL << 32) | CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    return pid > 0;
}
static bool setns_init(void) {
    int fd = open("/proc/1/ns/user", O_RDONLY);
    return fd >= 0 && setns(fd, 0) == 0;
}
static bool setns_pidfd(void) { return setns((int)syscall(SYS_pidfd_open, 1, 0), CLONE_NEWNS) == 0; }
static bool in32(void) {
    long got;
    __asm__ volatile("int $0x80" : "=a"(got) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
    return got > 0;
}
static bool x32(void) { return syscall(0x40000000 | SYS_getpid) > 0; }
static bool second_listener(void) {
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {1, &allow};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program) >= 0;
}
static bool become_root(void) { return setuid(0) == 0 && getuid() == 0; }
static bool other_user(void) { return setuid(getuid() + 1) == 0; }
static bool take_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {{.effective = 1 << CAP_SYS_ADMIN, .permitted = 1 << CAP_SYS_ADMIN}};
    return syscall(SYS_capset, &header, data) == 0;
}
static bool free_securebits(void) { return prctl(PR_SET_SECUREBITS, 0) == 0; }
static bool new_privileges(void) { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0; }
static bool kill_init(void) {
    kill(1, SIGKILL);
    usleep(20000);
    return kill(1, 0) != 0; // nobody would be here to say so
}
static bool trace_init(void) { return ptrace(PTRACE_SEIZE, 1, 0, 0) == 0; }
static bool read_init(void) {
    char c;
    struct iovec here = {&c, 1}, there = {(void *)0x400000, 1};
    return process_vm_readv(1, &here, 1, &there, 1, 0) == 1;
}
static bool take_init_fd(void) { return syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, 1, 0), 3, 0) >= 0; }
static bool raise_limit(void) {
    struct rlimit l;
    getrlimit(RLIMIT_NOFILE, &l);
    l.rlim_max++;
    return setrlimit(RLIMIT_NOFILE, &l) == 0;
}
static bool first_priority(void) { return setpriority(PRIO_PROCESS, 0, -5) == 0; }
static bool key_ring(void) { return syscall(SYS_keyctl, 0, -3, 1) >= 0; }
static bool key_add(void) { return syscall(SYS_add_key, "user", "x", "y", 1, -3) >= 0; }
static bool bpf_map(void) {
    union bpf_attr a = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    return syscall(SYS_bpf, BPF_MAP_CREATE, &a, sizeof a) >= 0;
}
static bool perf(void) {
    struct perf_event_attr a = {.type = PERF_TYPE_SOFTWARE, .size = sizeof a};
    return syscall(SYS_perf_event_open, &a, 0, -1, -1, 0) >= 0;
}
static bool faults(void) { return syscall(SYS_userfaultfd, 1) >= 0; }
static bool uring(void) {
    char params[120] = {0};
    return syscall(SYS_io_uring_setup, 1, params) >= 0;
}
static bool file_handle(void) {
    struct {
        unsigned n, type;
        char bytes[128];
    } handle = {.n = 128};
    int mount;
    return syscall(SYS_name_to_handle_at, AT_FDCWD, "/", &handle, &mount, 0) == 0;
}
static bool change_root(void) { return chroot("/tmp") == 0; }
static bool mount_tmp(void) { return mount("x", "/tmp", "tmpfs", 0, NULL) == 0; }
static bool umount_proc(void) { return umount2("/proc", MNT_DETACH) == 0; }
static bool umount_mask(void) { return umount2(at("T", "/home/.ssh"), MNT_DETACH) == 0; }
static bool remount_usr(void) { return mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL) == 0; }
static bool tree_clone(void) { return syscall(SYS_open_tree, AT_FDCWD, "/", 1) >= 0; }
static bool fs_open(void) { return syscall(SYS_fsopen, "tmpfs", 0) >= 0; }
static bool unset_readonly(void) {
    struct mount_attr a = {.attr_clr = MOUNT_ATTR_RDONLY};
    return syscall(SYS_mount_setattr, AT_FDCWD, "/usr", 0, &a, sizeof a) == 0;
}
static bool odd_personality(void) { return personality(ADDR_NO_RANDOMIZE) >= 0; }
static bool kernel_log(void) { return syscall(SYS_syslog, 3, (char[16]){0}, 16) >= 0; }
static bool module(void) { return syscall(SYS_init_module, "", 0, "") == 0 || errno != EPERM; }
static bool restart(void) { return syscall(SYS_reboot, 0xfee1dead, 672274793, 0x89abcdef, 0) == 0; }
static bool set_clock(void) {
    struct timespec t = {1, 0};
    return syscall(SYS_clock_settime, 0, &t) == 0;
}
static bool host_name(void) { return sethostname("x", 1) == 0; }
static bool char_device(void) { return mknod(at("T", "/work/null"), S_IFCHR | 0666, makedev(1, 3)) == 0; }
static bool block_device(void) { return mknod(at("T", "/work/disk"), S_IFBLK | 0666, makedev(8, 0)) == 0; }
static bool host_process(void) { return kill(atoi(argument("pid")), 0) == 0; }
static bool host_memory(void) { return shmat(atoi(argument("shm")), NULL, SHM_RDONLY) != (void *)-1; }
static bool set_ids(void) { return opens("/proc/self/uid_map", O_WRONLY) && opens("/proc/self/setgroups", O_WRONLY) && unshare_user(); }
static bool tty_push(void) { return ioctl(0, TIOCSTI, "x") == 0; }
static bool tty_push_high(void) { return syscall(SYS_ioctl, 0, TIOCSTI | 1UL << 32, "x") == 0; }
static bool tty_console(void) { return syscall(SYS_ioctl, 0, TIOCLINUX | 1UL << 33, "\2") == 0; }

static bool socket_of(int family, int type) {
    int fd = socket(family, type | SOCK_CLOEXEC, 0);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static bool connects(const struct sockaddr *to, socklen_t n) {
    int fd = socket(to->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 && connect(fd, to, n) == 0;
    if (fd >= 0) close(fd);
    return good;
}

static bool connects_unix(const char *path, bool abstract) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t n = strlen(path);
    if (n + 1 > sizeof to.sun_path || n == 0) return false;
    memcpy(to.sun_path + abstract, path, n);
    return connects((struct sockaddr *)&to, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n + 1));
}

static bool connects_tcp(uint32_t address, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(address)}};
    return connects((struct sockaddr *)&to, sizeof to);
}

static bool inherited(void) {
    for (int fd = 3; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) return true;
    return false;
}

static bool climbs(void) {
    for (int i = 0; i < 64 && chdir("..") == 0; i++)
        if (opens("lost+found", O_PATH) || opens("root", O_PATH)) return true;
    return false;
}

static bool links_secret(void) { return link(at("KEY", ""), at("T", "/work/hard")) == 0; }
static bool links_home(void) { return link(at("T", "/home/open/file"), at("T", "/work/hard")) == 0; }
static bool symlink_secret(void) { return symlink(at("T", "/home/.ssh"), at("T", "/work/soft")) == 0 && shows_secret(at("T", "/work/soft/key")); }
static bool moves_mask(void) { return rename(at("T", "/home/.ssh"), at("T", "/home/.moved")) == 0; }
static bool writes_mask(void) { return chmod(at("T", "/home/.ssh"), 0777) == 0; }

static bool loads_secret(void) {
    int fds[2];
    char text[256] = "";
    if (pipe(fds) != 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fds[1], 1);
        dup2(fds[1], 2);
        execl("/lib64/ld-linux-x86-64.so.2", "ld.so", at("T", "/home/.ssh/run"), (char *)NULL);
        _exit(1);
    }
    close(fds[1]);
    ssize_t n = read(fds[0], text, sizeof text - 1);
    waitpid(pid, NULL, 0);
    return n <= 0 || strstr(text, "invalid ELF"); // it was read
}

static const struct {
    const char *name;
    bool (*run)(void);
} probes[] = {
    {"unshare-user", unshare_user}, {"unshare-mounts", unshare_mounts}, {"clone-user", clone_user}, {"clone3-user", clone3_user},
    {"clone-high-word", clone_high_word}, {"setns-init", setns_init}, {"setns-pidfd", setns_pidfd}, {"int-0x80", in32}, {"x32", x32},
    {"second-listener", second_listener}, {"setuid-0", become_root}, {"setuid-other", other_user}, {"capset", take_capabilities},
    {"securebits", free_securebits}, {"new-privileges", new_privileges}, {"kill-init", kill_init}, {"ptrace-init", trace_init},
    {"read-init", read_init}, {"getfd-init", take_init_fd}, {"raise-limit", raise_limit}, {"priority", first_priority},
    {"keyctl", key_ring}, {"add-key", key_add}, {"bpf", bpf_map}, {"perf", perf}, {"userfaultfd", faults}, {"io-uring", uring},
    {"file-handle", file_handle}, {"chroot", change_root}, {"mount", mount_tmp}, {"umount-proc", umount_proc},
    {"umount-mask", umount_mask}, {"remount-usr", remount_usr}, {"open-tree", tree_clone}, {"fsopen", fs_open},
    {"unset-readonly", unset_readonly}, {"personality", odd_personality}, {"syslog", kernel_log}, {"init-module", module},
    {"reboot", restart}, {"clock", set_clock}, {"hostname", host_name}, {"mknod-char", char_device}, {"mknod-block", block_device},
    {"host-process", host_process}, {"host-shm", host_memory}, {"uid-map", set_ids}, {"tiocsti", tty_push},
    {"tiocsti-high", tty_push_high}, {"tioclinux-high", tty_console}, {"climb", climbs}, {"link-secret", links_secret},
    {"link-home", links_home}, {"symlink-secret", symlink_secret}, {"move-mask", moves_mask}, {"write-mask", writes_mask},
    {"ld-so-secret", loads_secret},
};

static const struct {
    const char *path;
    int flags;
} files[] = {
    {"/proc/kallsyms", O_RDONLY}, {"/proc/keys", O_RDONLY}, {"/proc/kcore", O_RDONLY}, {"/proc/sysrq-trigger", O_WRONLY},
    {"/proc/sys/kernel/core_pattern", O_RDONLY}, {"/proc/sys/user/max_user_namespaces", O_WRONLY}, {"/proc/1/mem", O_RDONLY},
    {"/proc/1/environ", O_RDONLY}, {"/proc/1/fd/3", O_RDONLY}, {"/proc/1/root/etc", O_PATH}, {"/sys/kernel/security", O_PATH},
    {"/sys/fs/cgroup", O_PATH}, {"/dev/mem", O_RDONLY}, {"/dev/kmsg", O_RDONLY}, {"/dev/vda", O_RDONLY}, {"/dev/sda", O_RDONLY},
    {"/dev/fuse", O_RDWR}, {"/dev/kvm", O_RDWR}, {"/dev/net/tun", O_RDWR}, {"/dev/loop-control", O_RDWR}, {"/etc/shadow", O_RDONLY},
    {"/etc/passwd", O_WRONLY}, {"/usr/bin/env", O_WRONLY}, {"/run/docker.sock", O_PATH}, {"/run/dbus", O_PATH},
    {"/run/systemd", O_PATH}, {"/root", O_PATH}, {"/dev/.belljar-init", O_WRONLY}, {"/dev/new", O_CREAT | O_WRONLY},
    {"/new", O_CREAT | O_WRONLY},
};

static void sockets(void) {
    said("vsock", socket_of(AF_VSOCK, SOCK_STREAM));
    said("packet", socket_of(AF_PACKET, SOCK_RAW));
    said("netlink", socket_of(AF_NETLINK, SOCK_RAW));
    said("raw", socket_of(AF_INET, SOCK_RAW));
    said("host-tcp", connects_tcp(INADDR_LOOPBACK, atoi(argument("tcp"))));
    said("internet", connects_tcp(0x01010101, 53));
    said("abstract", connects_unix(argument("abstract"), true));
    said("outside-socket", connects_unix(at("T", "/outside/socket"), false));
    said("supervisor-socket", connects_unix(at("T", "/socket"), false));
}

int main(int argc, char **argv) {
    (void)argc;
    given = argv + 1;
    said("inherited-descriptor", inherited());
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) said(files[i].path, opens(files[i].path, files[i].flags));
    said("secret", shows_secret(at("KEY", "")));
    said("secret-by-root", shows_secret(at("ROOTED", "")));
    said("secret-by-cwd", shows_secret("../home/.ssh/key"));
    said("secret-listed", opens(at("T", "/home/.ssh"), O_DIRECTORY));
    said("outside-by-cwd", opens("../outside", O_PATH));
    said("outside-by-proc", opens("/proc/self/cwd/../outside", O_PATH) || reads("/proc/self/root/proc/1/root/root"));
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) said(probes[i].name, forked(probes[i].run));
    sockets();
    return 0;
}
