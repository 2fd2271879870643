/// The whole of the acceleration probe's guest: proves that a kernel and a program run here, says so, and goes off.
#include "init.h"

#include <sys/mount.h>
#include <sys/reboot.h>
#include <unistd.h>

int main(void) {
    mount("dev", "/dev", "devtmpfs", 0, NULL);
    say("BELLJAR-PROBE-OK");
    reboot(RB_POWER_OFF);
    reboot(RB_AUTOBOOT);
    for (;;) pause();
}
