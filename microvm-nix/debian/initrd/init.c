/// First program of the machine: read-only base (/dev/vda) and writable upper (/dev/vdb) become one root, the guest agent
/// is laid into /run and started, and systemd takes over. The agent needs the root and its port only, and the host waits for
/// nothing but the agent: started here it answers 1.5 s before systemd would have got round to it. A root that comes from
/// an image has no systemd that is known; there this process stays the first one.
///
/// A program and not a script, for speed alone: the same steps as a shell script start some fifty processes, which under
/// emulation is half a second of a three second boot.
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// The network card, the guest link's port and the random source, on the second CPU while the disks are being mounted.
static pid_t start_devices(void) {
    pid_t child = fork();
    if (child != 0) return child;
    load_modules("/modules/devices");
    bring_up_network();
    make_nodes();
    _exit(0);
}

static void await(pid_t child) {
    if (child < 0) die("no process could be created for the devices");
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

static _Noreturn void switch_root(bool image) {
    // What is left in the first root file system is memory nobody gets back.
    static const char *const left[] = {"/upper.template", "/belljar-guest", "/belljar-guest.service", "/belljar-watch", "/init"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) unlink(left[i]);
    if (mount("/dev", "/root/dev", NULL, MS_MOVE, NULL) != 0 || mount("/proc", "/root/proc", NULL, MS_MOVE, NULL) != 0 ||
        mount("/sys", "/root/sys", NULL, MS_MOVE, NULL) != 0)
        die("/dev, /proc and /sys could not be moved to the new root");
    if (chdir("/root") != 0 || mount("/root", "/", NULL, MS_MOVE, NULL) != 0 || chroot(".") != 0 || chdir("/") != 0)
        die("the new root cannot become the root");
    if (image) serve();
    start_guest();
    say("BELLJAR-STAGE systemd");
    char *const command[] = {"/sbin/init", NULL};
    char *const environment[] = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "TERM=linux", NULL};
    execve(command[0], command, environment);
    die("%s could not be started", command[0]);
}

int main(void) {
    umask(022);
    mount("dev", "/dev", "devtmpfs", MS_NOSUID, "mode=0755");
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    mount("sys", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    say("BELLJAR-STAGE initrd");
    load_modules("/modules/first");
    pid_t devices = start_devices();
    load_modules("/modules/disks");
    errno = 0;
    mount_root();
    say("BELLJAR-STAGE root");
    bool image = from_image();
    const char *name = name_machine();
    if (image) take_image(name);
    else write_names(name);
    place_guest(!image);
    await(devices);
    switch_root(image);
}
