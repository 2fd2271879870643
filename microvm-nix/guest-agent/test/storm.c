// storm N: starts N processes that live a millisecond, each with an argument and an exit code of its own, and touches
// files on the way. In a guest, what the agent reports is then held against what is known to have happened.
//
// Child i runs `storm - i`, and ends with i % 256, or every hundredth by SIGKILL; every tenth creates and removes the
// file FOLDER/i, where FOLDER is the second argument.
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int be_child(int i, const char *folder) {
    if (i % 10 == 0) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%d", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0 || write(fd, "x", 1) != 1 || close(fd) != 0 || unlink(path) != 0) return 255;
    }
    if (i % 100 == 0) raise(SIGKILL);
    return i % 256;
}

static void start(const char *self, int i, const char *folder) {
    char number[16];
    snprintf(number, sizeof number, "%d", i);
    pid_t pid = vfork();
    if (pid == 0) {
        execl(self, "storm", "-", number, folder, (char *)NULL);
        _exit(254);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    int expected = i % 100 == 0 ? SIGKILL : (i % 256) << 8;
    if (pid < 0 || status != expected) fprintf(stderr, "storm: child %d ended with %#x\n", i, status);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "-") == 0) return be_child(atoi(argv[2]), argv[3]);
    if (argc != 3) {
        fputs("storm N FOLDER\n", stderr);
        return 2;
    }
    int n = atoi(argv[1]);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 1; i <= n; i++) start("/proc/self/exe", i, argv[2]);
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%d processes in %.3f s\n", n, (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
    return 0;
}
