// Small programs that run inside jails:   worker NAME ARGUMENT…
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char flipped[256];
static const char *hidden, *harmless;
static atomic_bool stopped;

static void *flip(void *none) {
    (void)none;
    while (!stopped) {
        memcpy(flipped, hidden, strlen(hidden) + 1);
        memcpy(flipped, harmless, strlen(harmless) + 1);
    }
    return NULL;
}

// flips HIDDEN HARMLESS N: opens a path that another thread keeps changing.
static int flips(char **words) {
    pthread_t other;
    long n = atol(words[2]), leaks = 0, opened = 0;
    hidden = words[0];
    harmless = words[1];
    strcpy(flipped, harmless);
    pthread_create(&other, NULL, flip, NULL);
    for (long i = 0; i < n; i++) {
        char text[64] = "";
        int fd = (int)syscall(SYS_openat, AT_FDCWD, flipped, O_RDONLY);
        if (fd < 0) continue;
        opened++;
        ssize_t got = read(fd, text, sizeof text - 1);
        leaks += got > 0 && strstr(text, "secret") != NULL;
        close(fd);
    }
    stopped = true;
    pthread_join(other, NULL);
    printf("flips %ld opened %ld leaks %ld\n", n, opened, leaks);
    return leaks != 0;
}

static void tick(int signal) { (void)signal; }

// timed PATH MS: opens once while a timer interrupts every MS.
static int timed(char **words) {
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    struct itimerval often = {{0, atol(words[1]) * 1000}, {0, atol(words[1]) * 1000}};
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGURG, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    // What Go's runtime does to its threads.
    pid_t self = getpid(), urging = fork();
    while (urging == 0 && kill(self, SIGURG) == 0) usleep(10000);
    int fd = open(words[0], O_RDONLY);
    kill(urging, SIGKILL);
    printf("timed %s\n", fd >= 0 ? "opened" : strerror(errno));
    return fd < 0;
}

static atomic_long refused, opened;

static void *try_open(void *path) {
    int fd = open(path, O_RDONLY);
    atomic_fetch_add(fd < 0 ? &refused : &opened, 1);
    return NULL;
}

// threads PATH N: all open it at once.
static int threads(char **words) {
    long n = atol(words[1]), made = 0;
    pthread_t *all = calloc((size_t)n, sizeof *all);
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 32768);
    for (long i = 0; i < n && pthread_create(&all[i], &small, try_open, words[0]) == 0; i++) made++;
    printf("made %ld\n", made);
    fflush(stdout);
    for (long i = 0; i < made; i++) pthread_join(all[i], NULL);
    printf("refused %ld opened %ld\n", (long)refused, (long)opened);
    return 0;
}

// bomb: forks until it cannot, and says how often.
static int bomb(char **words) {
    (void)words;
    long n = 0;
    pid_t pid;
    while (n < 5000 && (pid = fork()) > 0) n++;
    if (n < 5000 && pid == 0) pause();
    printf("forked %ld: %s\n", n, strerror(errno));
    return 0;
}

// descriptors: every descriptor but 0 to 2, and where it leads.
static int descriptors(char **words) {
    (void)words;
    for (int fd = 3; fd < 1024; fd++) {
        char path[32], to[256] = "";
        if (fcntl(fd, F_GETFD) < 0) continue;
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        if (readlink(path, to, sizeof to - 1) < 0) to[0] = 0;
        printf("descriptor %d %s\n", fd, to);
    }
    return 0;
}

// opens PATH N: opens and closes an allowed path; prints the median in ns.
static int compare(const void *a, const void *b) { return (*(const long *)a > *(const long *)b) - (*(const long *)a < *(const long *)b); }

static int opens(char **words) {
    long n = atol(words[1]), *ns = calloc((size_t)n, sizeof *ns);
    for (long i = 0; i < n; i++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        int fd = open(words[0], O_RDONLY);
        clock_gettime(CLOCK_MONOTONIC, &to);
        if (fd < 0) return 1;
        close(fd);
        ns[i] = (to.tv_sec - from.tv_sec) * 1000000000L + to.tv_nsec - from.tv_nsec;
    }
    qsort(ns, (size_t)n, sizeof *ns, compare);
    printf("%ld\n", ns[n / 2]);
    return 0;
}

// size: of its terminal, once it is not 0.
static int size(char **words) {
    struct winsize s = {0};
    for (int left = 200; left > 0 && ioctl(0, TIOCGWINSZ, &s) == 0 && s.ws_row != atoi(words[0]); left--) usleep(10000);
    printf("size %d %d\n", s.ws_row, s.ws_col);
    return 0;
}

// speak SOCKET: whether it is answered.
static int speak(char **words) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    char text[64] = "";
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(to.sun_path, sizeof to.sun_path, "%s", words[0]);
    bool connected = connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
    ssize_t n = connected ? read(fd, text, sizeof text - 1) : -1;
    printf("speak %s\n", n > 0 ? "answered" : "refused");
    return 0;
}

static int rest(char **words) {
    (void)words;
    pause();
    return 0;
}

static int nothing(char **words) {
    (void)words;
    return 0;
}

static const struct {
    const char *name;
    int words;
    int (*run)(char **words);
} programs[] = {
    {"flips", 3, flips}, {"timed", 2, timed}, {"threads", 2, threads}, {"bomb", 0, bomb}, {"descriptors", 0, descriptors},
    {"opens", 2, opens}, {"size", 1, size},   {"speak", 1, speak},     {"rest", 0, rest}, {"true", 0, nothing},
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++)
        if (strcmp(argv[1], programs[i].name) == 0 && argc - 2 >= programs[i].words) return programs[i].run(argv + 2);
    return 2;
}
