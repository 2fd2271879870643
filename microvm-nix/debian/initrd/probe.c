/// The whole of the acceleration probe's guest: proves that a kernel and a program run here, says so, and goes off.
///
/// A busy host makes the kernel fail to measure the TSC under emulation, and then it must be told a rate, `tsc_early_khz`,
/// that the host can only guess. In that case the probe measures it by the real-time clock, which QEMU takes from the
/// host's, and says it in the words of the kernel.
#include "init.h"

#include <cpuid.h>
#include <stdint.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <unistd.h>
#include <x86intrin.h>

enum { rtc_index = 0x70, rtc_data = 0x71, rtc_seconds = 0, most_seconds = 10 };

static bool emulated(void) {
    unsigned eax, name[4] = {0};
    __cpuid(0x40000000, eax, name[0], name[1], name[2]);
    return memcmp(name, "TCGTCGTCGTCG", 12) == 0;
}

static bool told_a_rate(void) {
    char line[4096];
    return read_line("/proc/cmdline", line, sizeof line) && strstr(line, "tsc_early_khz=") != NULL;
}

static unsigned char second(void) {
    outb(rtc_seconds, rtc_index);
    return inb(rtc_data);
}

/// The TSC at the moment the clock's second changes.
static uint64_t next_second(void) {
    unsigned char now = second();
    while (second() == now) continue;
    return __rdtsc();
}

/// Says the rate once two seconds in a row agree to 200 millionths: a host that pauses us in between spoils a second.
static void measure_clock(void) {
    if (ioperm(rtc_index, 2, 1) != 0) return;
    uint64_t edge = next_second(), before = 0;
    for (int seconds = 0; seconds < most_seconds; seconds++) {
        uint64_t next = next_second(), ticks = next - edge;
        uint64_t apart = ticks > before ? ticks - before : before - ticks;
        if (apart < ticks / 5000) {
            uint64_t khz = (ticks + before) / 2000;
            say("tsc: Detected %lu.%03lu MHz by the real-time clock", (unsigned long)(khz / 1000), (unsigned long)(khz % 1000));
            return;
        }
        before = ticks;
        edge = next;
    }
}

int main(void) {
    mount("dev", "/dev", "devtmpfs", 0, NULL);
    mount("proc", "/proc", "proc", 0, NULL);
    if (emulated() && told_a_rate()) measure_clock();
    say("BELLJAR-PROBE-OK");
    reboot(RB_POWER_OFF);
    reboot(RB_AUTOBOOT);
    for (;;) pause();
}
