/// A root that comes from somebody's container image: /image instead of /base lies below the overlay.
///
/// Nothing in it is believed. The folders that the machine itself needs are real folders afterwards, whatever the image has
/// there, so that no link of the image can lead a mount or a file of the machine elsewhere; and everything the machine
/// starts by itself (guest agent, kernel modules, the programs of Belljar's own scripts) comes from the initrd and the base.
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TOOLS "/run/belljar/tools"

enum { agent_id = 1000, most_account_bytes = 1 << 20 };

bool from_image(void) {
    char line[4096];
    if (!read_line("/proc/cmdline", line, sizeof line)) return false;
    for (char *rest = line, *part; (part = strsep(&rest, " ")) != NULL;)
        if (strcmp(part, "belljar.image=1") == 0) return true;
    return false;
}

static int root_folder(void) {
    int root = open("/root", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) die("the root made of the image cannot be opened");
    return root;
}

/// Opens a path as the image means it: its links lead nowhere but into the image.
static int open_in(int root, const char *path, uint64_t flags) {
    struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS};
    return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
}

/// Makes a folder of the root a real one; anything else in its place is removed from the overlay.
static void make_folder(int root, const char *name, mode_t mode) {
    struct stat found;
    if (fstatat(root, name, &found, AT_SYMLINK_NOFOLLOW) == 0) {
        if (S_ISDIR(found.st_mode)) return;
        if (unlinkat(root, name, 0) != 0) die("/%s of the image is no folder and cannot be removed", name);
    }
    if (mkdirat(root, name, mode) != 0 || fchmodat(root, name, mode, 0) != 0) die("/%s cannot be created in the image", name);
}

/// The content of a file below /etc, or an empty text. To be freed.
static char *read_etc(int root, const char *path) {
    char *text = calloc(1, most_account_bytes + 1);
    struct stat found;
    int file = open_in(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (text == NULL) die("not enough memory to read /%s", path);
    if (file < 0) return text;
    size_t size = 0;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode))
        for (ssize_t got; size < most_account_bytes && (got = read(file, text + size, most_account_bytes - size)) > 0;) size += (size_t)got;
    close(file);
    if (size == most_account_bytes) die("/%s of the image is larger than %d bytes", path, most_account_bytes);
    return text;
}

/// Replaces a file in /etc, which may have been a link, by a file.
static void write_etc(int etc, const char *name, const char *text, mode_t mode) {
    static const char fresh[] = ".belljar.new";
    unlinkat(etc, fresh, 0);
    int file = openat(etc, fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    size_t length = strlen(text);
    if (file < 0 || write(file, text, length) != (ssize_t)length || fchmod(file, mode) != 0 || close(file) != 0 ||
        renameat(etc, fresh, etc, name) != 0)
        die("/etc/%s cannot be written in the image", name);
}

/// The line of an account or group with this name, or null.
static const char *line_of(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *line = text; *line != '\0';) {
        if (strncmp(line, name, length) == 0 && line[length] == ':') return line;
        const char *end = strchr(line, '\n');
        if (end == NULL) return NULL;
        line = end + 1;
    }
    return NULL;
}

/// The id in the third field of a line; -1 if there is none.
static long id_of(const char *line) {
    for (int field = 0; field < 2; field++) {
        line = strpbrk(line, ":\n");
        if (line == NULL || *line++ != ':') return -1;
    }
    char *end;
    long id = strtol(line, &end, 10);
    return end == line || id < 0 ? -1 : id;
}

static bool id_is_taken(const char *text, long id) {
    for (const char *line = text; *line != '\0';) {
        if (id_of(line) == id) return true;
        const char *end = strchr(line, '\n');
        if (end == NULL) return false;
        line = end + 1;
    }
    return false;
}

static const char *line_end(const char *text) { return *text == '\0' || text[strlen(text) - 1] == '\n' ? "" : "\n"; }

static void append(int etc, const char *name, const char *text, const char *before, const char *line) {
    char *whole;
    if (asprintf(&whole, "%s%s%s%s", before, text, line_end(text), line) < 0) die("not enough memory for /etc/%s", name);
    write_etc(etc, name, whole, 0644);
    free(whole);
}

/// Adds the user agent unless the image has it, with the id of the owner of the workspace, even if another account of the
/// image has that id: files in the workspace then belong to both.
static void add_account(int root, int etc) {
    char *passwd = read_etc(root, "etc/passwd"), *group = read_etc(root, "etc/group"), line[256];
    if (line_of(group, "agent") == NULL && !id_is_taken(group, agent_id)) {
        snprintf(line, sizeof line, "agent:x:%d:\n", agent_id);
        append(etc, "group", group, line_of(group, "root") == NULL ? "root:x:0:\n" : "", line);
    }
    if (line_of(passwd, "agent") == NULL) {
        int bash = open_in(root, "bin/bash", O_PATH);
        const char *shell = bash < 0 ? "/bin/sh" : "/bin/bash";
        if (bash >= 0) close(bash);
        snprintf(line, sizeof line, "agent:x:%d:%d:Belljar agent:/home/agent:%s\n", agent_id, agent_id, shell);
        append(etc, "passwd", passwd, line_of(passwd, "root") == NULL ? "root:x:0:0:root:/root:/bin/sh\n" : "", line);
    }
    free(passwd);
    free(group);
}

static void make_home(int root) {
    struct stat found;
    if (fstatat(root, "home", &found, AT_SYMLINK_NOFOLLOW) != 0) mkdirat(root, "home", 0755);
    int home = open_in(root, "home", O_RDONLY | O_DIRECTORY);
    if (home < 0) {
        say("belljar: /home of the image is no folder, so the user agent has no home folder");
        return;
    }
    if (mkdirat(home, "agent", 0755) == 0) fchownat(home, "agent", agent_id, agent_id, AT_SYMLINK_NOFOLLOW);
    close(home);
}

/// Names the machine and its name server. What is in the overlay already was put there by an earlier start or by somebody
/// in the guest, and is left as it is.
static void write_etc_names(int etc, const char *name) {
    char text[512], id[64];
    struct stat found;
    if (stat("/upper/root/etc/belljar-image", &found) == 0) return;
    snprintf(text, sizeof text, "%s\n", name);
    write_etc(etc, "hostname", text, 0644);
    snprintf(text, sizeof text, "127.0.0.1\tlocalhost\n127.0.1.1\t%s\n::1\tlocalhost ip6-localhost ip6-loopback\n", name);
    write_etc(etc, "hosts", text, 0644);
    write_etc(etc, "resolv.conf", "options timeout:30 attempts:3\nnameserver 10.213.0.1\n", 0644);
    if (read_line("/proc/sys/kernel/random/uuid", id, sizeof id)) {
        size_t used = 0;
        for (const char *c = id; *c != '\0' && used < 32; c++)
            if (*c != '-') text[used++] = *c;
        strcpy(text + used, "\n");
        write_etc(etc, "machine-id", text, 0444);
    }
    write_etc(etc, "belljar-image", "", 0444);
}

/// Shows the kernel's modules, which the image cannot have, where programs look for them.
static void mount_modules(int root) {
    struct stat found;
    char path[64];
    if (fstatat(root, "lib", &found, AT_SYMLINK_NOFOLLOW) != 0) mkdirat(root, "lib", 0755);
    int lib = open_in(root, "lib", O_RDONLY | O_DIRECTORY);
    // A link of the image could have them cover another folder.
    if (lib >= 0) make_folder(lib, "modules", 0755);
    int modules = lib < 0 ? -1 : openat(lib, "modules", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", modules);
    if (modules < 0 || mount("/base/usr/lib/modules", path, NULL, MS_BIND, NULL) != 0)
        say("belljar: the kernel's modules cannot be shown in /lib/modules of the image");
    if (lib >= 0) close(lib);
    if (modules >= 0) close(modules);
}

void take_image(const char *name) {
    static const char *const own[] = {"run", "dev", "proc", "sys", "etc"};
    int root = root_folder();
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) make_folder(root, own[i], 0755);
    make_folder(root, "tmp", 01777);
    make_folder(root, "workspace", 0755);
    fchownat(root, "workspace", agent_id, agent_id, AT_SYMLINK_NOFOLLOW);
    int etc = openat(root, "etc", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (etc < 0) die("/etc of the image cannot be opened");
    write_etc_names(etc, name);
    add_account(root, etc);
    make_home(root);
    mount_modules(root);
    close(etc);
    close(root);
}

static void show(const char *from, const char *to) {
    struct stat found;
    if (lstat(from, &found) != 0 || !S_ISDIR(found.st_mode) || mount(from, to, NULL, MS_BIND | MS_REC, NULL) != 0)
        say("belljar: %s cannot be shown to Belljar's own programs", from);
}

void show_tools(void) {
    mkdir(TOOLS, 0755);
    show("/run/belljar/base", TOOLS);
    show("/dev", TOOLS "/dev");
    show("/proc", TOOLS "/proc");
    show("/workspace", TOOLS "/workspace");
    show("/home", TOOLS "/home");
    show("/tmp", TOOLS "/tmp");
}
