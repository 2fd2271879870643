// The little of the kernel's types that the programs read. libbpf moves each access to where the running kernel has it.
#ifndef BELLJAR_KERNEL_H
#define BELLJAR_KERNEL_H

#include <linux/bpf.h>
#include <linux/types.h>

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct qstr {
    const unsigned char *name;
};

struct hlist_bl_node {
    struct hlist_bl_node **pprev;
};

struct super_block {
    unsigned int s_dev;
    unsigned long s_flags;
    unsigned long s_magic;
    struct dentry *s_root;
};

struct inode {
    unsigned short i_mode;
    struct super_block *i_sb;
    long long i_size;
};

struct dentry {
    struct hlist_bl_node d_hash;
    struct dentry *d_parent;
    struct qstr d_name;
    struct inode *d_inode;
    struct super_block *d_sb;
};

struct vfsmount {
    struct dentry *mnt_root;
};

struct ns_common {
    unsigned int inum;
};

struct mnt_namespace {
    struct ns_common ns;
};

struct mount {
    struct mount *mnt_parent;
    struct dentry *mnt_mountpoint;
    struct vfsmount mnt;
    struct mnt_namespace *mnt_ns;
};

struct path {
    struct vfsmount *mnt;
    struct dentry *dentry;
};

struct file {
    unsigned int f_mode;
    struct path f_path;
    struct inode *f_inode;
};

struct renamedata {
    struct dentry *old_dentry;
    struct dentry *new_dentry;
    unsigned int flags;
};

struct linux_binprm {
    struct file *file;
};

struct fs_struct {
    struct path pwd;
};

struct mm_struct {
    unsigned long arg_start, arg_end;
    struct file *exe_file;
};

typedef struct {
    int counter;
} atomic_t;

struct signal_struct {
    atomic_t live;
    int group_exit_code;
    unsigned int flags;
    unsigned long long sum_sched_runtime;
};

struct sched_entity {
    unsigned long long sum_exec_runtime;
};

struct task_struct {
    unsigned int flags;
    int pid, tgid;
    int exit_code;
    unsigned long long start_boottime;
    struct task_struct *real_parent, *group_leader;
    struct mm_struct *mm;
    struct fs_struct *fs;
    struct signal_struct *signal;
    struct sched_entity se;
    char comm[16];
};

struct sock_common {
    unsigned int skc_daddr;
    unsigned short skc_dport, skc_num;
};

struct sock {
    struct sock_common __sk_common;
};

struct msghdr {
    void *msg_name;
};

struct seq_file;

struct bpf_iter_meta {
    struct seq_file *seq;
};

struct bpf_iter__task {
    struct bpf_iter_meta *meta;
    struct task_struct *task;
};

#pragma clang attribute pop

#define PF_KTHREAD 0x00200000
#define SIGNAL_GROUP_EXIT 0x00000004
#define FMODE_WRITE 0x2
#define FMODE_OPENED 0x80000
#define FMODE_CREATED 0x100000
#define FMODE_NOACCOUNT 0x20000000
#define SB_NOUSER (1ul << 31)
#define S_IFMT 0170000
#define S_IFREG 0100000
#define RENAME_EXCHANGE 2
#define ERRORS_FROM ((unsigned long)-4095)

#endif
