/// The first process of a machine whose root comes from an image: what systemd does where there is one. It mounts what every
/// program expects, keeps the guest agent running, waits for orphaned processes, and switches the machine off.
///
/// An image with systemd is started the same way: its services are those of a server and not wanted in a workspace, and one
/// way to start is tested better than two.
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { step_ms = 20, patience_ms = 5000, pause_ms = 200 };

static void wait_ms(long ms) {
    struct timespec left = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

static void mount_rest(void) {
    static const char *const links[][2] = {
        {"/proc/self/fd", "/dev/fd"}, {"/proc/self/fd/0", "/dev/stdin"}, {"/proc/self/fd/1", "/dev/stdout"}, {"/proc/self/fd/2", "/dev/stderr"},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) symlink(links[i][0], links[i][1]);
    mkdir("/run/lock", 01777);
    chmod("/run/lock", 01777);
    if (mount("cgroup2", "/sys/fs/cgroup", "cgroup2", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0)
        write_file("/sys/fs/cgroup/cgroup.subtree_control", "+cpu +io +memory +pids", 0);
    write_file("/proc/sys/kernel/printk", "3 4 1 3", 0);
    write_file("/proc/sys/net/ipv4/ping_group_range", "0 2147483647", 0);
}

/// Ends all processes, orderly if they can, and switches the machine off with clean disks.
static _Noreturn void power_off(void) {
    kill(-1, SIGTERM);
    kill(-1, SIGCONT);
    for (int waited = 0; waited < patience_ms; waited += step_ms) {
        pid_t ended;
        while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (ended < 0 && errno == ECHILD) break;
        wait_ms(step_ms);
    }
    kill(-1, SIGKILL);
    sync();
    // The upper is below the overlay: both are made read-only, so that the next start finds a clean file system.
    mount(NULL, "/", NULL, MS_REMOUNT | MS_RDONLY, NULL);
    mount(NULL, "/run/belljar/upper", NULL, MS_REMOUNT | MS_RDONLY | MS_NOATIME, NULL);
    sync();
    reboot(RB_POWER_OFF);
    reboot(RB_AUTOBOOT);
    for (;;) pause();
}

void serve(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    // Ctrl-Alt-Del is a signal and not a reset.
    reboot(RB_DISABLE_CAD);
    mount_rest();
    show_tools();
    // The guest agent asks this process to switch the machine off where it finds the file.
    write_file("/run/belljar/init", "", 0600);
    pid_t agent = start_guest();
    say("BELLJAR-STAGE serving");
    for (;;) {
        // Without a guest agent nobody can reach this machine, so it is started again as soon as that is possible.
        const struct timespec pause = {.tv_sec = pause_ms / 1000, .tv_nsec = pause_ms % 1000 * 1000000L};
        int signal = agent < 0 ? sigtimedwait(&all, NULL, &pause) : sigwaitinfo(&all, NULL);
        if (signal < 0 && agent < 0) agent = start_guest();
        if (signal == SIGTERM || signal == SIGINT || signal == SIGPWR || signal == SIGUSR1 || signal == SIGUSR2 ||
            (signal >= SIGRTMIN + 3 && signal <= SIGRTMIN + 6))
            power_off();
        for (pid_t ended; (ended = waitpid(-1, NULL, WNOHANG)) > 0;) {
            if (ended != agent) continue;
            wait_ms(pause_ms);
            agent = start_guest();
        }
    }
}
