package dev.belljar.agent.jail.plan;

/// A limit of the jail's processes. `resource` is the number of the kernel's `RLIMIT_…`.
public record PlanLimit(int resource, long soft, long hard) {
    static final int CORE_FILE = 4;
    static final int PROCESSES = 6;
}
