// Repeated refusals are one paragraph. Whatever a program put into a name or into the file cannot control the terminal.
#include "why.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "json.h"
#include "refusals.h"

#define NAME "belljar-why"
#define SHOWN_MOST 20
#define LINE_MOST 8192
#define TEXT 256

// One line of the list; a member that is missing is empty.
struct refusal {
    char kind[16], name[TEXT], address[64], port[8], pid[16], process[TEXT], program[TEXT], method[32], path[TEXT];
    char state[16], reason[32], why[512], rule[TEXT], help[512];
    uint64_t time, until, count;
};

struct list {
    struct refusal *all;
    size_t count, capacity;
};

bool why_is(const char *program) {
    const char *base = program ? strrchr(program, '/') : NULL;
    return program && strcmp(base ? base + 1 : program, NAME) == 0;
}

// How many bytes the character takes, 0 if it is no visible one: a control, one that changes the direction of the line, or
// no UTF-8.
static size_t visible(const unsigned char *at) {
    if (at[0] < 0x80) return at[0] >= 0x20 && at[0] != 0x7f;
    size_t n = at[0] >= 0xf0 && at[0] < 0xf5 ? 4 : at[0] >= 0xe0 ? 3 : at[0] >= 0xc2 ? 2 : 0;
    if (at[0] >= 0xf5 || n == 0) return 0;
    uint32_t code = at[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    static const uint32_t unseen[][2] = {
        {0x80, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},  {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xd800, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0x10ffff},
    };
    if (code < least[n]) return 0;
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (code >= unseen[i][0] && code <= unseen[i][1]) return 0;
    return n;
}

static void show(FILE *to, const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        size_t n = visible(at);
        if (n == 0)
            putc('?', to);
        else
            fwrite(at, 1, n, to);
        at += n ? n : 1;
    }
}

static void set(char *to, size_t size, const char *value) { snprintf(to, size, "%s", value); }

static void member(void *owner, const char *key, const char *value) {
    struct refusal *r = owner;
    const struct {
        const char *key;
        char *to;
        size_t size;
    } texts[] = {
        {"kind", r->kind, sizeof r->kind},       {"name", r->name, sizeof r->name},
        {"address", r->address, sizeof r->address}, {"port", r->port, sizeof r->port},
        {"pid", r->pid, sizeof r->pid},          {"process", r->process, sizeof r->process},
        {"program", r->program, sizeof r->program}, {"method", r->method, sizeof r->method},
        {"path", r->path, sizeof r->path},       {"state", r->state, sizeof r->state},
        {"reason", r->reason, sizeof r->reason}, {"why", r->why, sizeof r->why},
        {"rule", r->rule, sizeof r->rule},       {"help", r->help, sizeof r->help},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(key, texts[i].key) == 0) set(texts[i].to, texts[i].size, value);
    if (strcmp(key, "time") == 0) r->time = strtoull(value, NULL, 10);
    if (strcmp(key, "until") == 0) r->until = strtoull(value, NULL, 10);
    if (strcmp(key, "count") == 0) r->count = strtoull(value, NULL, 10);
}

// True if the refusal is about this name, a name below it, or this address.
static bool is_about(const struct refusal *r, const char *about) {
    size_t n = strlen(about), name = strlen(r->name);
    const char *colon = strrchr(about, ':');
    if (colon && strchr(about, ':') == colon) {
        if (strcmp(colon + 1, r->port) != 0) return false;
        n = (size_t)(colon - about);
    }
    if (n > 0 && about[n - 1] == '.') n--;
    if (n == 0) return false;
    if (strlen(r->address) == n && strncmp(r->address, about, n) == 0) return true;
    if (name < n || strncasecmp(r->name + name - n, about, n) != 0) return false;
    return name == n || r->name[name - n - 1] == '.';
}

static bool is_same_target(const struct refusal *a, const struct refusal *b) {
    if (strcmp(a->kind, b->kind) != 0 || strcmp(a->name, b->name) != 0 || strcmp(a->port, b->port) != 0) return false;
    return *a->name != 0 || strcmp(a->address, b->address) == 0;
}

// The addresses of a name and the numbers of processes may differ.
static bool is_repeat(const struct refusal *a, const struct refusal *b) {
    return is_same_target(a, b) && strcmp(a->state, b->state) == 0 && strcmp(a->reason, b->reason) == 0 &&
           strcmp(a->process, b->process) == 0 && strcmp(a->method, b->method) == 0 && strcmp(a->path, b->path) == 0;
}

static void add(struct list *l, const struct refusal *r) {
    uint64_t count = r->count ? r->count : 1;
    // What waited is decided now.
    for (size_t i = 0; i < l->count;) {
        bool over = strcmp(l->all[i].state, "waiting") == 0 && is_same_target(&l->all[i], r);
        bool repeat = is_repeat(&l->all[i], r);
        if (repeat) count += l->all[i].count;
        if (over || repeat)
            memmove(&l->all[i], &l->all[i + 1], (--l->count - i) * sizeof *l->all);
        else
            i++;
    }
    if (strcmp(r->state, "allowed") == 0) return;
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? 2 * l->capacity : 64;
        struct refusal *grown = memory(capacity * sizeof *grown);
        if (l->count) memcpy(grown, l->all, l->count * sizeof *grown);
        free(l->all);
        l->all = grown;
        l->capacity = capacity;
    }
    l->all[l->count] = *r;
    l->all[l->count++].count = count;
}

static void print_target(FILE *to, const struct refusal *r) {
    if (*r->method) {
        show(to, r->method);
        putc(' ', to);
    }
    show(to, *r->name ? r->name : *r->address ? r->address : "?");
    if (*r->port && strcmp(r->kind, "dns") != 0) {
        putc(':', to);
        show(to, r->port);
    }
    show(to, r->path);
    fputs(" (", to);
    if (strcmp(r->kind, "dns") == 0)
        fputs("its name was looked up", to);
    else
        show(to, *r->kind ? r->kind : "connection");
    if (*r->name && *r->address) {
        fputs(", ", to);
        show(to, r->address);
    }
    putc(')', to);
}

static void print_process(FILE *to, const struct refusal *r) {
    show(to, *r->process ? r->process : *r->program ? r->program : "a program");
    if (!*r->pid) return;
    fputs(" (process ", to);
    show(to, r->pid);
    putc(')', to);
}

static void print_part(FILE *to, const char *label, const char *text) {
    if (!*text) return;
    fprintf(to, "    %s ", label);
    show(to, text);
    putc('\n', to);
}

static void print_one(FILE *to, const struct refusal *r, uint64_t now) {
    char clock[32] = "?";
    time_t seconds = (time_t)(r->time / 1000);
    struct tm local;
    if (localtime_r(&seconds, &local)) strftime(clock, sizeof clock, "%Y-%m-%d %H:%M:%S", &local);
    fprintf(to, "%s  ", clock);
    if (strcmp(r->kind, "more") == 0) {
        fprintf(to, "%llu more were blocked than could be listed\n", (unsigned long long)r->count);
        return;
    }
    print_process(to, r);
    fputs(" wanted ", to);
    print_target(to, r);
    if (strcmp(r->state, "waiting") == 0)
        fputs(now < r->until ? ": waits for an answer" : ": nobody answered", to);
    else
        fputs(": blocked", to);
    if (r->count > 1) fprintf(to, ", %llu times", (unsigned long long)r->count);
    putc('\n', to);
    print_part(to, "Why:  ", r->why);
    print_part(to, "Rule: ", r->rule);
    print_part(to, "To do:", r->help);
}

static void print_all(FILE *to, const struct list *l, uint64_t now) {
    size_t first = l->count > SHOWN_MOST ? l->count - SHOWN_MOST : 0;
    if (first > 0) fprintf(to, "%zu earlier ones are not shown; %s NAME and %s --json show them.\n\n", first, NAME, NAME);
    for (size_t i = first; i < l->count; i++) {
        if (i > first) putc('\n', to);
        print_one(to, &l->all[i], now);
    }
}

int why_print(FILE *from, FILE *to, const struct why_options *options) {
    char line[LINE_MOST];
    struct list l = {0};
    bool found = false, cut = false;
    while (fgets(line, sizeof line, from)) {
        bool continued = cut;
        struct refusal r = {0};
        cut = !strchr(line, '\n');
        line[strcspn(line, "\n")] = 0;
        // A line that is too long is no line of the host.
        if (continued || cut || !json_object(line, member, &r)) continue;
        if (options->about && !is_about(&r, options->about)) continue;
        found = found || strcmp(r.state, "allowed") != 0;
        if (options->json) {
            show(to, line);
            putc('\n', to);
        } else {
            add(&l, &r);
        }
    }
    if (!options->json) {
        print_all(to, &l, options->now);
        found = l.count > 0;
    }
    free(l.all);
    return found ? 0 : 1;
}

static void usage(FILE *to) {
    fputs("Usage: " NAME " [--json] [NAME | ADDRESS][:PORT]\n"
          "Shows which connections of this sandbox Belljar blocked, why, and what you can do. The newest is the last.\n"
          "\n"
          "  NAME     only what is about this name, or about names below it\n"
          "  ADDRESS  only what is about this address\n"
          "  --json   one JSON object a line, as in " REFUSALS_FILE "\n"
          "  --help   this text\n"
          "\n"
          "Nothing in the sandbox can allow a connection: ask the person whose computer it runs on.\n"
          "The exit code is 0 if something was found, 1 if not, 2 if the command was wrong.\n",
          to);
}

static FILE *open_list(const char *path) {
    struct stat is;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool plain = fd >= 0 && fstat(fd, &is) == 0 && S_ISREG(is.st_mode);
    if (fd >= 0 && !plain) {
        close(fd);
        fd = -1;
        errno = EINVAL;
    }
    return fd < 0 ? NULL : fdopen(fd, "r");
}

int why_main(int argc, char **argv) {
    static const struct option known[] = {{"json", no_argument, NULL, 'j'}, {"help", no_argument, NULL, 'h'}, {0}};
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct why_options options = {.now = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000};
    for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
        if (c != 'j' && c != 'h') {
            usage(stderr);
            return 2;
        }
        if (c == 'h') {
            usage(stdout);
            return 0;
        }
        options.json = true;
    }
    if (argc - optind > 1) {
        usage(stderr);
        return 2;
    }
    options.about = optind < argc ? argv[optind] : NULL;
    FILE *list = open_list(REFUSALS_FILE);
    if (!list && errno != ENOENT) {
        fprintf(stderr, NAME ": " REFUSALS_FILE ": %s\n", strerror(errno));
        return 1;
    }
    int code = list ? why_print(list, stdout, &options) : 1;
    if (list) fclose(list);
    if (code == 1 && !options.json) {
        fputs("Belljar has blocked nothing", stdout);
        if (options.about) {
            fputs(" that is about ", stdout);
            show(stdout, options.about);
        }
        fputs(" since the sandbox was started.\n", stdout);
    }
    return code;
}
