/// What belljar-guest.service starts: init has started the guest agent long before, so this waits for that one's end and
/// only then becomes the agent. From there on systemd restarts it like any other service.
#include "init.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char agent[] = "/run/belljar/belljar-guest";

/// A descriptor of the agent init has started, or -1 if it is gone. The number may be another process's by now: its program tells.
static int early_agent(void) {
    char text[32], path[64], program[64] = "";
    if (!read_line("/run/belljar/guest.pid", text, sizeof text)) return -1;
    long pid = strtol(text, NULL, 10);
    if (pid <= 1) return -1;
    int process = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
    snprintf(path, sizeof path, "/proc/%ld/exe", pid);
    if (process >= 0 && readlink(path, program, sizeof program - 1) > 0 && strcmp(program, agent) == 0) return process;
    return -1;
}

int main(void) {
    struct pollfd ended = {.fd = early_agent(), .events = POLLIN};
    while (ended.fd >= 0 && poll(&ended, 1, -1) != 1) continue;
    unlink("/run/belljar/guest.pid");
    execl(agent, agent, (char *)NULL);
    perror(agent);
    return EXIT_FAILURE;
}
