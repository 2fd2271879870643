// Finding a session's processes needs a walk over /proc, so it is done only if they did not end when asked.
#include "session.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "proc.h"

void session_signal(pid_t leader, int signal) {
    if (kill(-leader, signal) != 0) kill(leader, signal);
}

void session_signal_foreground(pid_t leader, int terminal, int signal) {
    pid_t group = 0;
    if (ioctl(terminal, TIOCGPGRP, &group) != 0 || group <= 1 || kill(-group, signal) != 0) session_signal(leader, signal);
}

void session_kill(pid_t leader) {
    session_signal(leader, SIGKILL);
    DIR *dir = opendir("/proc");
    if (!dir) return;
    for (pid_t pid; (pid = proc_next(dir)) > 0;) {
        struct proc_status s;
        if (pid != getpid() && proc_status(pid, &s) && s.session == leader) kill(pid, SIGKILL);
    }
    closedir(dir);
}
