// What is done to files: creations, closes after writing, and changes of names.
#ifndef BELLJAR_FILES_H
#define BELLJAR_FILES_H

#include "walk.h"

// Put aside before an operation, for its end.
struct before {
    struct dentry *dentry;
    struct vfsmount *mnt;
    struct dentry *parent;    // rename alone: where it was, and its name there
    char name[NAME_ROOM];
};

struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 1024);
    __type(key, unsigned int);
    __type(value, struct before);
} befores SEC(".maps");

static __always_inline int is_of_interest(struct super_block *sb) {
    if (sb->s_flags & SB_NOUSER) return 0;
    switch (sb->s_magic) {
        case 0x9fa0:        // proc
        case 0x62656572:    // sysfs
        case 0x64626720:    // debugfs
        case 0x74726163:    // tracefs
        case 0x63677270:    // cgroup2
        case 0x0027e0eb:    // cgroup
        case 0xcafe4a11:    // bpf
        case 0x73636673:    // securityfs
        case 0x1cd1:        // devpts
        case 0x6e736673:    // nsfs
            return 0;
        default: return 1;
    }
}

// The file systems whose files are the machine's own, wherever they are mounted: its root, and the disk below it. Device
// numbers of the kernel; 0 is none.
const volatile unsigned int root_dev = 0, disk_dev = 0;
const volatile unsigned int own_mount_ns = 0;

// overlayfs copies files up through a private clone of the layer's mount, which belongs to no namespace.
static __always_inline int is_visible(struct vfsmount *mnt) {
    unsigned long ns = (unsigned long)BPF_CORE_READ(mount_of(mnt), mnt_ns);
    return ns && ns < ERRORS_FROM;
}

static __always_inline struct slot *file_begin(unsigned char op) {
    struct slot *s = event_begin(OBSERVED_FILE, bpf_get_current_task_btf());
    if (s) s->event.op = op;
    return s;
}

// A container has the project, or a volume, in another place than the machine has. So a path there is the one in the file
// system, which for the root is the one of the machine; all other paths are those of the process's mount namespace.
static __always_inline void append_file(struct slot *s, struct dentry *dentry, struct vfsmount *mnt, int which, unsigned int from) {
    unsigned int dev = BPF_CORE_READ(dentry, d_sb, s_dev);
    struct mount *mount = mount_of(mnt);
    struct walk w = {
        .slot = s,
        .dentry = dentry,
        .mount = mount,
        .within = dev && (dev == root_dev || dev == disk_dev),
        .limit = from + OBSERVED_TEXT_MOST,
    };
    w.root = w.within ? BPF_CORE_READ(dentry, d_sb, s_root) : BPF_CORE_READ(mount, mnt.mnt_root);
    bpf_loop(STEPS_MOST, walk_step, &w, 0);
    if (!w.whole) s->event.cut = 1;
    if (!w.within && BPF_CORE_READ(mount, mnt_ns, ns.inum) != own_mount_ns) s->event.contained = 1;
    text_end(s, which, w.within && dev == disk_dev ? FORM_DISK_PATH : FORM_PATH, from);
}

static __always_inline void put_file(struct slot *s, int which, struct dentry *dentry, struct vfsmount *mnt) {
    append_file(s, dentry, mnt, which, s->size);
}

static __always_inline void file_event(unsigned char op, struct dentry *dentry, struct vfsmount *mnt) {
    struct slot *s = file_begin(op);
    if (!s) return;
    put_file(s, 0, dentry, mnt);
    slot_emit(s);
}

static __always_inline void remember(struct dentry *dentry, struct vfsmount *mnt, struct dentry *parent) {
    if (is_own() || !is_of_interest(dentry->d_sb)) return;
    unsigned int task = (unsigned int)bpf_get_current_pid_tgid();
    struct before b = {.dentry = dentry, .mnt = mnt, .parent = parent};
    if (parent) bpf_probe_read_kernel_str(b.name, sizeof b.name, BPF_CORE_READ(dentry, d_name.name));
    bpf_map_update_elem(&befores, &task, &b, BPF_ANY);
}

// What was put aside for this dentry by this task, if the function just left has succeeded.
static __always_inline struct before *recall(void *ctx, struct dentry *dentry) {
    unsigned int task = (unsigned int)bpf_get_current_pid_tgid();
    struct before *b = bpf_map_lookup_elem(&befores, &task);
    if (!b || b->dentry != dentry) return 0;
    __u64 result = 0;
    bpf_get_func_ret(ctx, &result);
    // An int in most kernels, a dentry in some: failed is what lies among the errors either way.
    if ((unsigned int)result >= (unsigned int)ERRORS_FROM && (result >> 32 == 0 || result >= ERRORS_FROM)) return 0;
    return b;
}

static __always_inline void forget(void) {
    unsigned int task = (unsigned int)bpf_get_current_pid_tgid();
    bpf_map_delete_elem(&befores, &task);
}

static __always_inline void simple_end(void *ctx, unsigned char op, struct dentry *dentry) {
    struct before *b = recall(ctx, dentry);
    if (!b) return;
    file_event(op, dentry, b->mnt);
    forget();
}

SEC("fexit/do_filp_open")
int BPF_PROG(on_open, int dfd, void *name, void *flags, struct file *file) {
    if ((unsigned long)file >= ERRORS_FROM || !file || !(file->f_mode & FMODE_CREATED) || is_own()) return 0;
    if (!is_of_interest(file->f_inode->i_sb) || (file->f_inode->i_mode & S_IFMT) != S_IFREG) return 0;
    file_event(OP_CREATE, file->f_path.dentry, file->f_path.mnt);
    return 0;
}

// The last close: descriptors handed to children do not count twice. A file that has no name any more is left out.
SEC("fentry/__fput")
int BPF_PROG(on_close, struct file *file) {
    unsigned int mode = file->f_mode;
    if (!(mode & FMODE_WRITE) || !(mode & FMODE_OPENED) || mode & FMODE_NOACCOUNT) return 0;
    struct inode *inode = file->f_inode;
    if ((inode->i_mode & S_IFMT) != S_IFREG || is_own() || !is_of_interest(inode->i_sb)) return 0;
    struct dentry *dentry = file->f_path.dentry;
    struct vfsmount *mnt = file->f_path.mnt;
    if (!dentry->d_hash.pprev || !is_visible(mnt)) return 0;
    struct slot *s = file_begin(OP_WRITE);
    if (!s) return 0;
    s->event.number = inode->i_size;
    put_file(s, 0, dentry, mnt);
    slot_emit(s);
    return 0;
}

SEC("fentry/security_path_unlink")
int BPF_PROG(before_unlink, struct path *dir, struct dentry *dentry) {
    remember(dentry, dir->mnt, 0);
    return 0;
}

SEC("fexit/vfs_unlink")
int BPF_PROG(on_unlink, void *idmap, struct inode *dir, struct dentry *dentry) {
    simple_end(ctx, OP_UNLINK, dentry);
    return 0;
}

SEC("fentry/security_path_rmdir")
int BPF_PROG(before_rmdir, struct path *dir, struct dentry *dentry) {
    remember(dentry, dir->mnt, 0);
    return 0;
}

SEC("fexit/vfs_rmdir")
int BPF_PROG(on_rmdir, void *idmap, struct inode *dir, struct dentry *dentry) {
    simple_end(ctx, OP_RMDIR, dentry);
    return 0;
}

SEC("fentry/security_path_mkdir")
int BPF_PROG(before_mkdir, struct path *dir, struct dentry *dentry) {
    remember(dentry, dir->mnt, 0);
    return 0;
}

SEC("fexit/vfs_mkdir")
int BPF_PROG(on_mkdir, void *idmap, struct inode *dir, struct dentry *dentry) {
    simple_end(ctx, OP_MKDIR, dentry);
    return 0;
}

SEC("fentry/security_path_chmod")
int BPF_PROG(before_chmod, struct path *path) {
    remember(path->dentry, path->mnt, 0);
    return 0;
}

SEC("fexit/notify_change")
int BPF_PROG(on_chmod, void *idmap, struct dentry *dentry) {
    simple_end(ctx, OP_CHMOD, dentry);
    return 0;
}

SEC("fentry/security_path_symlink")
int BPF_PROG(before_symlink, struct path *dir, struct dentry *dentry) {
    remember(dentry, dir->mnt, 0);
    return 0;
}

SEC("fexit/vfs_symlink")
int BPF_PROG(on_symlink, void *idmap, struct inode *dir, struct dentry *dentry, const char *target) {
    struct before *b = recall(ctx, dentry);
    if (!b) return 0;
    struct slot *s = file_begin(OP_SYMLINK);
    if (s) {
        put_file(s, 0, dentry, b->mnt);
        unsigned int at = s->size;
        if (at <= OBSERVED_DATA - OBSERVED_TEXT_MOST) {
            long n = bpf_probe_read_kernel_str(s->event.data + at, OBSERVED_TEXT_MOST, target);
            if (n > 0 && n <= OBSERVED_TEXT_MOST) s->size = at + n - 1;
        }
        text_end(s, 1, FORM_TEXT, at);
        slot_emit(s);
    }
    forget();
    return 0;
}

SEC("fentry/security_path_link")
int BPF_PROG(before_link, struct dentry *old, struct path *dir, struct dentry *dentry) {
    remember(dentry, dir->mnt, 0);
    return 0;
}

SEC("fexit/vfs_link")
int BPF_PROG(on_link, struct dentry *old, void *idmap, struct inode *dir, struct dentry *dentry) {
    struct before *b = recall(ctx, dentry);
    if (!b) return 0;
    struct slot *s = file_begin(OP_LINK);
    if (s) {
        put_file(s, 0, dentry, b->mnt);
        put_file(s, 1, old, b->mnt);
        slot_emit(s);
    }
    forget();
    return 0;
}

SEC("fentry/security_path_rename")
int BPF_PROG(before_rename, struct path *old_dir, struct dentry *old_dentry) {
    remember(old_dentry, old_dir->mnt, old_dir->dentry);
    return 0;
}

// Afterwards the dentry has its new name and parent; the old ones were put aside.
SEC("fexit/vfs_rename")
int BPF_PROG(on_rename, struct renamedata *rd) {
    struct dentry *dentry = rd->old_dentry;
    struct before *b = recall(ctx, dentry);
    if (!b) return 0;
    struct slot *s = file_begin(OP_RENAME);
    if (s) {
        s->event.exchange = (rd->flags & RENAME_EXCHANGE) != 0;
        long n = bpf_probe_read_kernel_str(s->event.data, NAME_ROOM, b->name);
        if (n > 0 && n <= NAME_ROOM) s->size = n;
        append_file(s, b->parent, b->mnt, 0, 0);
        put_file(s, 1, dentry, b->mnt);
        slot_emit(s);
    }
    forget();
    return 0;
}

SEC("fexit/vfs_truncate")
int BPF_PROG(on_truncate, struct path *path) {
    __u64 result = 0;
    bpf_get_func_ret(ctx, &result);
    if ((int)result != 0 || is_own() || !is_of_interest(path->dentry->d_sb) || !is_visible(path->mnt)) return 0;
    file_event(OP_TRUNCATE, path->dentry, path->mnt);
    return 0;
}

#endif
