/// The two disks and their overlay.
///
/// Only a disk that begins with 4 KiB of zeros is formatted; anything else may be somebody's work and is left as it is.
/// mke2fs takes a quarter of a second under emulation, so a fresh file system is laid down from a template made with the
/// image (the non-zero blocks of a small one), and the kernel grows it to the disk. Where the template does not fit,
/// mke2fs of the base does it.
///
/// What container engines keep lies on the disk itself and not in the overlay: their layers are overlays, too, and the
/// kernel refuses an overlay whose layer for changes is in an overlay.
#include "init.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXT4_IOC_RESIZE_FS _IOW('f', 16, uint64_t)

enum { block_size = 4096, superblock_magic_at = 1080, wait_ms = 10000, step_ms = 10 };

static int open_disk(const char *path, const char *what, int flags) {
    for (int waited = 0; waited < wait_ms; waited += step_ms) {
        int disk = open(path, flags | O_CLOEXEC);
        if (disk >= 0) return disk;
        usleep(step_ms * 1000);
    }
    die("%s (%s) did not appear", path, what);
}

/// Runs a program of the base on the disk. Returns its exit code, or -1 if a signal ended it.
static int run_in_base(char *const command[]) {
    mount("/dev", "/base/dev", NULL, MS_BIND, NULL);
    mount("/proc", "/base/proc", NULL, MS_BIND, NULL);
    pid_t child = fork();
    if (child < 0) die("no process could be created for %s", command[0]);
    if (child == 0) {
        char *const nothing[] = {NULL};
        if (chroot("/base") != 0 || chdir("/") != 0) _exit(126);
        execve(command[0], command, nothing);
        _exit(127);
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    umount("/base/proc");
    umount("/base/dev");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool mount_upper(void) {
    return mount("/dev/vdb", "/upper", "ext4", MS_NOATIME, "noinit_itable") == 0;
}

struct extent {
    uint64_t offset;
    uint64_t length;
};

/// Copies the template's extents onto the disk. Returns false, with the disk still blank, if there is none or it does not fit.
static bool lay_template(int disk, uint64_t disk_size) {
    int template = open("/upper.template", O_RDONLY | O_CLOEXEC);
    if (template < 0) return false;
    uint64_t needed = 0;
    struct extent extent;
    bool good = read(template, &needed, sizeof needed) == sizeof needed && needed <= disk_size;
    char *buffer = malloc(1 << 20);
    // The first extent holds the superblock. It is written last, so that a disk cut off half-way is still taken for a blank one.
    char first[block_size];
    good = good && buffer != NULL && read(template, first, sizeof first) == sizeof first;
    while (good && read(template, &extent, sizeof extent) == sizeof extent)
        good = extent.length <= 1 << 20 && read(template, buffer, extent.length) == (ssize_t)extent.length &&
               pwrite(disk, buffer, extent.length, (off_t)extent.offset) == (ssize_t)extent.length;
    good = good && fsync(disk) == 0 && pwrite(disk, first, sizeof first, 0) == sizeof first;
    free(buffer);
    close(template);
    return good;
}

static void grow(uint64_t disk_size) {
    int root = open("/upper", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    uint64_t blocks = disk_size / block_size;
    if (root < 0 || ioctl(root, EXT4_IOC_RESIZE_FS, &blocks) != 0) die("the new file system could not be grown to the size of the disk");
    close(root);
}

static void make_upper(int disk) {
    uint64_t size = 0;
    if (ioctl(disk, BLKGETSIZE64, &size) != 0) die("the size of /dev/vdb could not be determined");
    if (lay_template(disk, size)) {
        if (!mount_upper()) die("the new file system on /dev/vdb could not be mounted");
        grow(size);
        return;
    }
    char *const command[] = {"/sbin/mke2fs", "-q", "-t", "ext4", "-F", "-m", "0", "-E", "lazy_itable_init=1,lazy_journal_init=1,nodiscard",
                             "/dev/vdb", NULL};
    errno = 0;
    if (run_in_base(command) != 0) die("mke2fs could not format /dev/vdb");
    if (!mount_upper()) die("the new file system on /dev/vdb could not be mounted");
}

static void mend_upper(void) {
    char *const command[] = {"/sbin/e2fsck", "-p", "/dev/vdb", NULL};
    int result = run_in_base(command);
    errno = 0;
    // 0: clean; 1: errors corrected.
    if (result != 0 && result != 1) die("the file system on /dev/vdb is too damaged for e2fsck -p to repair");
    if (!mount_upper()) die("the repaired file system on /dev/vdb could not be mounted");
}

static void mount_or_make_upper(void) {
    static const char zeros[block_size];
    unsigned char start[block_size];
    int disk = open_disk("/dev/vdb", "the writable disk", O_RDWR);
    if (pread(disk, start, sizeof start, 0) != sizeof start) die("/dev/vdb cannot be read");
    if (memcmp(start, zeros, sizeof start) == 0) {
        make_upper(disk);
    } else if (start[superblock_magic_at] == 0x53 && start[superblock_magic_at + 1] == 0xef) {
        // After a crash the mount replays the journal; e2fsck is for what that cannot mend.
        if (!mount_upper()) mend_upper();
    } else {
        errno = 0;
        die("/dev/vdb is neither blank nor an ext4 file system; it was not changed");
    }
    close(disk);
}

/// Whether there is a folder without entries, which is created if nothing is there.
static bool is_blank_folder(const char *path) {
    struct stat found;
    if (mkdir(path, 0711) == 0) return true;
    if (lstat(path, &found) != 0 || !S_ISDIR(found.st_mode)) return false;
    DIR *folder = opendir(path);
    if (folder == NULL) return false;
    bool blank = true;
    for (struct dirent *entry; blank && (entry = readdir(folder)) != NULL;)
        blank = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(folder);
    return blank;
}

/// Shows the disk's folders of container engines where the engines look for them. An engine that began in the overlay stays
/// there, unless the disk's own folder already has data. Without the mount an engine works all the same, only slower.
static void mount_engines(void) {
    static const char *const engines[] = {"docker", "containerd", "containers"};
    char from[64], to[64];
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        snprintf(from, sizeof from, "/upper/%s", engines[i]);
        snprintf(to, sizeof to, "/root/var/lib/%s", engines[i]);
        bool began = !is_blank_folder(to);
        if (began && is_blank_folder(from)) continue;
        mkdir(from, 0711);
        if (began) say("belljar: /var/lib/%s also has files in the overlay, which the disk's own folder hides", engines[i]);
        if (mount(from, to, NULL, MS_BIND, NULL) != 0) say("belljar: /var/lib/%s is not on the disk itself", engines[i]);
    }
}

/// Mounts the image of somebody's root, which has no device files that work.
static void mount_image(void) {
    char serial[32];
    close(open_disk("/dev/vdc", "the image", O_RDONLY));
    errno = 0;
    if (!read_line("/sys/block/vdc/serial", serial, sizeof serial) || strcmp(serial, "image") != 0) die("/dev/vdc is not the image");
    if (mount("/dev/vdc", "/image", "erofs", MS_RDONLY | MS_NODEV, NULL) != 0) die("the image on /dev/vdc could not be mounted as erofs");
}

void mount_root(void) {
    bool image = from_image();
    close(open_disk("/dev/vda", "the base", O_RDONLY));
    if (mount("/dev/vda", "/base", "erofs", MS_RDONLY, NULL) != 0) die("the base system on /dev/vda could not be mounted as erofs");
    mount_or_make_upper();
    mkdir("/upper/root", 0755);
    mkdir("/upper/work", 0755);
    if (image) mount_image();
    if (mount("root", "/root", "overlay", 0, image ? "lowerdir=/image,upperdir=/upper/root,workdir=/upper/work"
                                                   : "lowerdir=/base,upperdir=/upper/root,workdir=/upper/work") != 0)
        die("the overlay of the disk over the %s could not be mounted", image ? "image" : "base system");
    // In the folders of an image, a link could lead such a mount elsewhere.
    if (!image) mount_engines();
}
