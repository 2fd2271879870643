// fork, exec, exit of thread groups, and the list of those that are there. Kernel threads are left out.
#ifndef BELLJAR_PROCESSES_H
#define BELLJAR_PROCESSES_H

#include "walk.h"

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child) {
    if (child->pid != child->tgid || child->flags & PF_KTHREAD) return 0;
    struct slot *s = event_begin(OBSERVED_FORK, child);
    if (s) slot_emit(s);
    return 0;
}

static __always_inline void put_arguments(struct slot *s, struct mm_struct *mm) {
    unsigned long start = mm->arg_start, size = mm->arg_end - start;
    if (size > OBSERVED_TEXT_MOST) {
        size = OBSERVED_TEXT_MOST;
        s->event.cut = 1;
    }
    unsigned int at = s->size;
    if (at > OBSERVED_DATA - OBSERVED_TEXT_MOST) return;
    if (size && bpf_probe_read_user(s->event.data + at, size, (void *)start) == 0) s->size = at + size;
    text_end(s, 2, FORM_TEXT, at);
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task, int old_pid, struct linux_binprm *bprm) {
    struct slot *s = event_begin(OBSERVED_EXEC, task);
    if (!s) return 0;
    put_path(s, 0, bprm->file->f_path.dentry, bprm->file->f_path.mnt);
    put_path(s, 1, task->fs->pwd.dentry, task->fs->pwd.mnt);
    put_arguments(s, task->mm);
    slot_emit(s);
    return 0;
}

struct life {
    unsigned long long start_ns;
    unsigned int pid, spare;
};

// Two threads that end at the same moment may both see that none is left: the first to be written here speaks.
struct {
    __uint(type, BPF_MAP_TYPE_LRU_HASH);
    __uint(max_entries, 8192);
    __type(key, struct life);
    __type(value, unsigned char);
} ended SEC(".maps");

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct *task) {
    struct signal_struct *signal = task->signal;
    struct task_struct *leader = task->group_leader;
    if (signal->live.counter != 0 || task->flags & PF_KTHREAD) return 0;
    struct life life = {.start_ns = leader->start_boottime, .pid = task->tgid};
    unsigned char yes = 1;
    if (bpf_map_update_elem(&ended, &life, &yes, BPF_NOEXIST)) return 0;
    struct slot *s = event_begin(OBSERVED_EXIT, task);
    if (!s) return 0;
    s->event.code = signal->flags & SIGNAL_GROUP_EXIT ? signal->group_exit_code : leader->exit_code;
    s->event.number = signal->sum_sched_runtime + task->se.sum_exec_runtime;
    if (leader != task) s->event.number += leader->se.sum_exec_runtime;
    slot_emit(s);
    return 0;
}

SEC("iter/task")
int each_task(struct bpf_iter__task *ctx) {
    struct task_struct *task = ctx->task;
    if (!task || task->pid != task->tgid) return 0;
    struct observed_task entry = {
        .pid = task->tgid,
        .kernel_thread = (task->flags & PF_KTHREAD) != 0,
        .start_ns = task->start_boottime,
    };
    bpf_seq_write(ctx->meta->seq, &entry, sizeof entry);
    return 0;
}

#endif
