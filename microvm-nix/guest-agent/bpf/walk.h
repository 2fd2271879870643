// From a dentry up to the root of the mount namespace. bpf_d_path is refused in most places where it is needed, and a
// plain loop of that length is too much for the verifier, so each step is a callback of bpf_loop.
#ifndef BELLJAR_WALK_H
#define BELLJAR_WALK_H

#include "emit.h"

#define STEPS_MOST 1024
#define NAME_ROOM 256

struct walk {
    struct slot *slot;
    struct dentry *dentry, *root;
    struct mount *mount;
    unsigned int limit;
    int within;    // up to the root of the file system alone
    int whole;
};

static long walk_step(unsigned int i, struct walk *w) {
    struct dentry *dentry = w->dentry;
    if (dentry == w->root) {
        struct mount *mount = w->mount;
        struct mount *parent = BPF_CORE_READ(mount, mnt_parent);
        w->whole = parent == mount || w->within;
        if (w->whole) return 1;
        w->dentry = BPF_CORE_READ(mount, mnt_mountpoint);
        w->mount = parent;
        w->root = BPF_CORE_READ(parent, mnt.mnt_root);
        return 0;
    }
    struct dentry *parent = BPF_CORE_READ(dentry, d_parent);
    unsigned int at = w->slot->size;
    if (parent == dentry || at > w->limit || at > OBSERVED_DATA - NAME_ROOM) return 1;
    long n = bpf_probe_read_kernel_str(w->slot->event.data + at, NAME_ROOM, BPF_CORE_READ(dentry, d_name.name));
    if (n <= 0 || n > NAME_ROOM) return 1;
    w->slot->size = at + n;
    w->dentry = parent;
    return 0;
}

static __always_inline struct mount *mount_of(struct vfsmount *mnt) {
    return (struct mount *)((char *)mnt - bpf_core_field_offset(struct mount, mnt));
}

// Appends the components of a path, leaf first, as text `which`. The length is counted by the caller's `from`.
static __always_inline void walk_append(struct slot *s, struct dentry *dentry, struct vfsmount *mnt, unsigned int from) {
    struct mount *mount = mount_of(mnt);
    struct walk w = {
        .slot = s,
        .dentry = dentry,
        .mount = mount,
        .root = BPF_CORE_READ(mount, mnt.mnt_root),
        .limit = from + OBSERVED_TEXT_MOST,
    };
    bpf_loop(STEPS_MOST, walk_step, &w, 0);
    if (!w.whole) s->event.cut = 1;
}

static __always_inline void text_end(struct slot *s, int which, unsigned char form, unsigned int from) {
    s->event.form[which] = form;
    s->event.length[which] = s->size - from;
}

static __always_inline void put_path(struct slot *s, int which, struct dentry *dentry, struct vfsmount *mnt) {
    unsigned int from = s->size;
    walk_append(s, dentry, mnt, from);
    text_end(s, which, FORM_PATH, from);
}

#endif
