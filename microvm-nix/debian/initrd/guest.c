/// What the new root finds in /run, in /dev and in its name files.
#include "init.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void copy(const char *from, const char *to, mode_t mode) {
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    struct stat file;
    if (in < 0 || out < 0 || fstat(in, &file) != 0) die("%s cannot be copied to %s", from, to);
    for (off_t left = file.st_size; left > 0;) {
        ssize_t sent = sendfile(out, in, NULL, (size_t)left);
        if (sent <= 0) die("%s cannot be copied to %s", from, to);
        left -= sent;
    }
    close(in);
    close(out);
}

void place_guest(bool with_systemd) {
    static const char *const folders[] = {"/root/run/systemd", "/root/run/systemd/system", "/root/run/systemd/system/sysinit.target.wants"};
    if (mount("run", "/root/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=20%") != 0) die("/run could not be mounted");
    // Everybody may open what belljar-why needs by its name; nobody but root can list the folder.
    mkdir("/root/run/belljar", 0711);
    mkdir("/root/run/belljar/upper", 0700);
    mkdir("/root/run/belljar/base", 0700);
    if (mount("/upper", "/root/run/belljar/upper", NULL, MS_MOVE, NULL) != 0 ||
        mount("/base", "/root/run/belljar/base", NULL, MS_MOVE, NULL) != 0)
        die("the disks could not be moved to /run/belljar");
    chmod("/root/run/belljar/upper", 0700);
    copy("/belljar-guest", "/root/run/belljar/belljar-guest", 0755);
    if (!with_systemd) return;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) mkdir(folders[i], 0755);
    copy("/belljar-watch", "/root/run/belljar/belljar-watch", 0755);
    // The guest agent under this name tells what was blocked. What somebody put there stays.
    symlink("/run/belljar/belljar-guest", "/root/usr/local/bin/belljar-why");
    copy("/belljar-guest.service", "/root/run/systemd/system/belljar-guest.service", 0644);
    if (symlink("../belljar-guest.service", "/root/run/systemd/system/sysinit.target.wants/belljar-guest.service") != 0)
        die("the guest agent's unit cannot be linked");
}

pid_t start_guest(void) {
    pid_t child = fork();
    if (child != 0) {
        char text[32];
        snprintf(text, sizeof text, "%d\n", child);
        if (child < 0 || !write_file("/run/belljar/guest.pid", text, 0600)) say("belljar: the guest agent could not be started at once");
        return child;
    }
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct rlimit files = {65536, 524288}, locked = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_MEMLOCK, &locked);
    int log = open("/run/belljar/guest.log", O_WRONLY | O_CREAT | O_APPEND, 0600), nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    char *const command[] = {"/run/belljar/belljar-guest", NULL};
    char *const environment[] = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", NULL};
    execve(command[0], command, environment);
    _exit(127);
}

static bool good_name(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length > 63 || name[0] == '-') return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!isascii((unsigned char)*c) || (!isalnum((unsigned char)*c) && *c != '-')) return false;
    return true;
}

const char *name_machine(void) {
    static const char word[] = "belljar.hostname=";
    static char line[4096];
    const char *name = "belljar";
    if (read_line("/proc/cmdline", line, sizeof line))
        for (char *rest = line, *part; (part = strsep(&rest, " ")) != NULL;)
            if (strncmp(part, word, sizeof word - 1) == 0 && good_name(part + sizeof word - 1)) name = part + sizeof word - 1;
    write_file("/proc/sys/kernel/hostname", name, 0);
    return name;
}

void write_names(const char *name) {
    char known[128] = "", id[64], text[512];
    read_line("/root/etc/hostname", known, sizeof known);
    if (strcmp(known, name) != 0) {
        snprintf(text, sizeof text, "%s\n", name);
        write_file("/root/etc/hostname", text, 0644);
        snprintf(text, sizeof text, "127.0.0.1\tlocalhost\n127.0.1.1\t%s\n::1\tlocalhost ip6-localhost ip6-loopback\n", name);
        write_file("/root/etc/hosts", text, 0644);
    }
    // A question about a name may wait a minute for a person; a resolver left alone gives up after ten seconds. More than
    // 30 seconds a try is not taken, so there are three. A file somebody has changed is theirs.
    if (read_line("/root/etc/resolv.conf", text, sizeof text) && strcmp(text, "nameserver 10.213.0.1") == 0)
        write_file("/root/etc/resolv.conf", "options timeout:30 attempts:3\nnameserver 10.213.0.1\n", 0644);
    // Without a machine-id systemd would take this for a first boot and apply every preset.
    if (!read_line("/root/etc/machine-id", text, sizeof text) && read_line("/proc/sys/kernel/random/uuid", id, sizeof id)) {
        size_t used = 0;
        for (const char *c = id; *c != '\0' && used < 32; c++)
            if (*c != '-') text[used++] = *c;
        text[used++] = '\n';
        text[used] = '\0';
        write_file("/root/etc/machine-id", text, 0444);
    }
}

/// Links /dev/virtio-ports/NAME to the port's device. Returns how many ports have a name by now.
static int link_ports(void) {
    DIR *ports = opendir("/sys/class/virtio-ports");
    if (ports == NULL) return 0;
    int named = 0;
    for (struct dirent *port; (port = readdir(ports)) != NULL;) {
        char path[512], label[128], target[300];
        snprintf(path, sizeof path, "/sys/class/virtio-ports/%s/name", port->d_name);
        if (port->d_name[0] == '.' || !read_line(path, label, sizeof label) || strchr(label, '/') != NULL) continue;
        snprintf(target, sizeof target, "../%s", port->d_name);
        snprintf(path, sizeof path, "/dev/virtio-ports/%s", label);
        symlink(target, path);
        named++;
    }
    closedir(ports);
    return named;
}

static bool has_ports(void) {
    DIR *driver = opendir("/sys/bus/virtio/drivers/virtio_console");
    bool found = false;
    if (driver == NULL) return false;
    for (struct dirent *device; (device = readdir(driver)) != NULL;) found = found || strncmp(device->d_name, "virtio", 6) == 0;
    closedir(driver);
    return found;
}

void make_nodes(void) {
    mkdir("/dev/virtio-ports", 0755);
    // The driver learns a port's name in its own time, some milliseconds after it is loaded.
    for (int tries = 0; has_ports() && link_ports() == 0; tries++) {
        if (tries == 400) {
            say("belljar: no virtio port has a name, so there is no guest link");
            break;
        }
        usleep(5000);
    }
    // These load their module when somebody opens them.
    mkdir("/dev/net", 0755);
    mknod("/dev/net/tun", S_IFCHR, makedev(10, 200));
    chmod("/dev/net/tun", 0666);
    mknod("/dev/fuse", S_IFCHR, makedev(10, 229));
    chmod("/dev/fuse", 0666);
    mknod("/dev/loop-control", S_IFCHR | 0600, makedev(10, 237));
    // The guest agent gives out terminals before systemd is there to mount these.
    mkdir("/dev/pts", 0755);
    mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "mode=0620,gid=5,ptmxmode=0666");
    mkdir("/dev/shm", 01777);
    mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777");
    mkdir("/dev/mqueue", 01777);
    mount("mqueue", "/dev/mqueue", "mqueue", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    mount("tracefs", "/sys/kernel/tracing", "tracefs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}
