// watch SOCKET STORM [N]: holds what the agent of a running machine reports against what is known to have happened.
//
// It puts the storm program into the machine, runs N (2,000) short processes, and checks that each was seen starting,
// with its own arguments, and ending, with its own code, exactly once; then does one of each thing to files, some that
// fail among them, and checks that the reports are those and no others, in order, with resolved paths.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../bpf/observed.h"
#include "../src/bytes.h"
#include "../src/record.h"
#include "check.h"
#include "peer.h"

#define FOLDER "/var/tmp/belljar-watch"
#define MOST 100000
#define REPORTS_MOST 200

int check_failures;

struct child {
    uint64_t pid, start;
    int execs, exits, right_exits, creates, writes, unlinks;
};

static struct child children[MOST + 1];
static int latest, seen_losses, seen_out_of_order;
static uint64_t next_seq;
static char reports[REPORTS_MOST][256];
static size_t report_count;

struct field {
    const uint8_t *value;
    size_t size;
};

static struct field find(const uint8_t *record, size_t n, enum event_tag tag) {
    for (size_t at = RECORD_HEADER; at + 3 <= n;) {
        size_t size = get_u16(record + at + 1);
        if (record[at] == tag) return (struct field){record + at + 3, size};
        at += 3 + size;
    }
    return (struct field){0};
}

static uint64_t number(const uint8_t *record, size_t n, enum event_tag tag) {
    struct field f = find(record, n, tag);
    return f.size == 8 ? get_u64(f.value) : UINT64_MAX;
}

static void text(const uint8_t *record, size_t n, enum event_tag tag, char *into, size_t most) {
    struct field f = find(record, n, tag);
    size_t size = f.size < most ? f.size : most - 1;
    if (f.value) memcpy(into, f.value, size);
    into[size] = 0;
}

// argv is "storm\0-\0NUMBER\0FOLDER\0".
static void on_exec(const uint8_t *record, size_t n) {
    struct field argv = find(record, n, EV_ARGV);
    if (argv.size < 10 || memcmp(argv.value, "storm\0-\0", 8) != 0) return;
    int i = atoi((const char *)argv.value + 8);
    if (i < 1 || i > MOST) return;
    children[i].execs++;
    children[i].pid = number(record, n, EV_PID);
    children[i].start = number(record, n, EV_START);
    latest = i;
}

static void on_exit_event(const uint8_t *record, size_t n) {
    uint64_t pid = number(record, n, EV_PID), start = number(record, n, EV_START);
    for (int i = latest; i > 0 && i > latest - 100; i--) {
        if (children[i].pid != pid || children[i].start != start) continue;
        children[i].exits++;
        bool killed = number(record, n, EV_TERMSIG) == SIGKILL, exited = number(record, n, EV_EXIT) == (uint64_t)(i % 256);
        children[i].right_exits += i % 100 == 0 ? killed : exited;
        return;
    }
}

static void on_file(const uint8_t *record, size_t n) {
    static const char *const names[] = {"?",     "create", "write", "rename",  "unlink",   "mkdir",
                                        "rmdir", "link",   "symlink", "truncate", "chmod"};
    char path[200], path2[200];
    uint64_t op = number(record, n, EV_OP);
    text(record, n, EV_PATH, path, sizeof path);
    text(record, n, EV_PATH2, path2, sizeof path2);
    if (strncmp(path, FOLDER "/storm/", sizeof FOLDER + 6) == 0) {
        int i = atoi(path + sizeof FOLDER + 6);
        if (i < 1 || i > MOST) return;
        children[i].creates += op == OP_CREATE;
        children[i].writes += op == OP_WRITE;
        children[i].unlinks += op == OP_UNLINK;
    } else if ((strstr(path, FOLDER "/t") == path || strcmp(path, "/workspace/t") == 0) && report_count < REPORTS_MOST) {
        const char *second = strncmp(path2, FOLDER, sizeof FOLDER - 1) == 0 ? path2 + sizeof FOLDER : path2;
        snprintf(reports[report_count++], sizeof *reports, "%s %.100s%s%.100s", names[op <= OP_CHMOD ? op : 0],
                 path + sizeof FOLDER, *second ? " " : "", second);
    }
}

static void on_record(const uint8_t *record, size_t n) {
    uint64_t seq = get_u64(record + 4);
    if (next_seq && seq != next_seq) seen_out_of_order++;
    next_seq = seq + 1;
    switch (record[12]) {
        case EVENT_EXEC: on_exec(record, n); break;
        case EVENT_EXIT: on_exit_event(record, n); break;
        case EVENT_FILE: on_file(record, n); break;
        case EVENT_LOST: seen_losses++; break;
        default: break;
    }
}

static void on_events(struct peer *p, const uint8_t *records, size_t n) {
    struct buffer b = {0};
    for (size_t at = 0; at + RECORD_HEADER <= n;) {
        size_t size = 4 + (size_t)get_u32(records + at);
        CHECK(size >= RECORD_HEADER && size <= n - at);
        if (size < RECORD_HEADER || size > n - at) break;
        on_record(records + at, size);
        at += size;
    }
    fields_put_int(&b, TAG_ACKED, next_seq - 1);
    peer_send_fields(p, 0, FRAME_ACK, &b);
}

// As root; the output and the result are shown if it fails.
static void run(struct peer *p, const char *script) {
    struct outcome o = {0};
    struct buffer b = {0};
    command_fields(&b, "sh", "-c", script, NULL);
    fields_put_text(&b, TAG_USER, "root");
    peer_send_fields(p, 1, FRAME_OPEN, &b);
    peer_eof(p, 1);
    peer_finish(p, 1, &o);
    printf("%s", outcome_text(&o));
    if (o.exit != 0 || buffer_size(&o.err) > 1) {
        fprintf(stderr, "exit %d: %s %s\n", (int)o.exit, (const char *)buffer_bytes(&o.err), o.message);
        check_failures++;
    }
    outcome_free(&o);
}

static void install(struct peer *p, const char *file) {
    struct outcome o = {0};
    struct buffer b = {0};
    struct received r;
    static uint8_t bytes[60000];
    int64_t credit = CREDIT_START;
    FILE *in = fopen(file, "re");
    if (!in) {
        perror(file);
        exit(1);
    }
    command_fields(&b, "sh", "-c", "mkdir -p " FOLDER "/storm; cat >" FOLDER "/program; chmod 755 " FOLDER "/program", NULL);
    fields_put_text(&b, TAG_USER, "root");
    peer_send_fields(p, 1, FRAME_OPEN, &b);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0; credit -= (int64_t)n) {
        while (credit < (int64_t)n && peer_of(p, 1, &r))
            if (r.type == FRAME_CREDIT) credit += get_u32(r.payload);
            else o.opened = o.opened || r.type == FRAME_OPENED;
        peer_data(p, 1, bytes, n);
    }
    fclose(in);
    peer_eof(p, 1);
    o.opened = false;
    while (!o.closed && peer_of(p, 1, &r)) o.closed = r.type == FRAME_CLOSED;
}

// Events lag behind by what the agent collects before it looks: three heartbeats are ample.
static void settle(struct peer *p) {
    struct received r;
    for (int beats = 0; beats < 3 && peer_next(p, &r);) beats += r.type == FRAME_BEAT;
}

static void check_storm(struct peer *p, const char *program, int n) {
    char script[256];
    install(p, program);
    snprintf(script, sizeof script, FOLDER "/program %d " FOLDER "/storm", n);
    run(p, script);
    settle(p);
    int execs = 0, exits = 0, right = 0, files = 0, wrong_files = 0;
    for (int i = 1; i <= n; i++) {
        const struct child *c = &children[i];
        execs += c->execs == 1;
        exits += c->exits == 1;
        right += c->right_exits == 1;
        files += c->creates == 1 && c->writes == 1 && c->unlinks == 1;
        if (i % 10 && c->creates + c->writes + c->unlinks) wrong_files++;
    }
    printf("of %d: %d starts and %d ends seen exactly once, %d with the right code; %d of %d files\n", n, execs, exits, right,
           files, n / 10);
    CHECK_INT(execs, n);
    CHECK_INT(exits, n);
    CHECK_INT(right, n);
    CHECK_INT(files, n / 10);
    CHECK_INT(wrong_files, 0);
}

static const char *const script =
    "mkdir " FOLDER "/t; cd " FOLDER "/t\n"
    "echo hi >a; echo more >>a; mv a b; ln b hard; ln -s ../x sym; chmod 600 b; mkdir sub; mv b sub/c\n"
    "(mkdir sub; rmdir sub; rm nosuch; mv nosuch x; ln nosuch x; cat nosuch; chmod 1 nosuch; mv sub sub/in) 2>/dev/null\n"
    "(: ; sleep 0.1; sleep 0.1) >inherited 2>&1\n"
    "cd sub; mv ../hard .; rm hard c; cd ..; rmdir sub; truncate -s 5 inherited\n"
    "cp -a /etc/issue t; mv t 'new\nline'; rm -rf " FOLDER "/t\n"
    // What a container does: the project elsewhere, folders of its own over the machine's, and another root.
    "cd /; mkdir " FOLDER "/t\n"
    "unshare -m sh -ec 'mount --bind " FOLDER "/t /mnt; echo x >/mnt/bound; mv /mnt/bound /mnt/moved; rm /mnt/moved\n"
    "mkdir -p " FOLDER "/t/root; mount -t tmpfs none /workspace; echo x >/workspace/t; rm /workspace/t\n"
    "mount -t tmpfs none " FOLDER "/t/root; echo x >" FOLDER "/t/root/own'\n"
    "rmdir " FOLDER "/t/root " FOLDER "/t\n";

static const char *const expected[] = {
    "mkdir t",
    "create t/a",
    "write t/a",
    "write t/a",
    "rename t/a t/b",
    "link t/hard t/b",
    "symlink t/sym ../x",
    "chmod t/b",
    "mkdir t/sub",
    "rename t/b t/sub/c",
    "create t/inherited",
    "write t/inherited",
    "rename t/hard t/sub/hard",
    "unlink t/sub/hard",
    "unlink t/sub/c",
    "rmdir t/sub",
    "write t/inherited",
    "create t/t",
    "write t/t",
    "rename t/t t/new\nline",
    "unlink",    // rm -rf goes in the order of the folder
    "unlink",
    "unlink",
    "rmdir t",
    "mkdir t",
    "create t/bound",
    "write t/bound",
    "rename t/bound t/moved",
    "unlink t/moved",
    "mkdir t/root",
    "create t/root/own",
    "write t/root/own",
    "rmdir t/root",
    "rmdir t",
};

static void check_files(struct peer *p) {
    size_t n = sizeof expected / sizeof *expected;
    run(p, script);
    settle(p);
    CHECK_INT(report_count, n);
    for (size_t i = 0; i < report_count || i < n; i++) {
        const char *is = i < report_count ? reports[i] : "nothing", *should = i < n ? expected[i] : "nothing";
        bool any = strcmp(should, "unlink") == 0;
        if (any ? strncmp(is, should, 6) == 0 : strcmp(is, should) == 0) continue;
        fprintf(stderr, "file event %zu is \"%s\", expected \"%s\"\n", i, is, should);
        check_failures++;
    }
    printf("%zu file events\n", report_count);
}

int main(int argc, char **argv) {
    static struct peer p;
    int n = argc > 3 ? atoi(argv[3]) : 2000;
    if (argc < 3 || n < 1 || n > MOST) {
        fputs("watch SOCKET STORM [N]\n", stderr);
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    p.fd = -1;
    p.nonce = (uint8_t)getpid();
    p.on_events = on_events;
    snprintf(p.path, sizeof p.path, "%s", argv[1]);
    peer_connect(&p);
    peer_greet(&p);
    run(&p, "rm -rf " FOLDER);
    settle(&p);
    check_storm(&p, argv[2], n);
    check_files(&p);
    run(&p, "rm -rf " FOLDER);
    CHECK_INT(seen_losses, 0);
    CHECK_INT(seen_out_of_order, 0);
    printf("%s\n", check_failures ? "FAILED" : "all as it happened");
    return check_failures != 0;
}
