package dev.belljar.agent.gateway;

import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.RequestingProcess;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The process that sends a flow's packets, as the guest reports it, and how many bytes it has sent.
///
/// There is one object for each process, for all its flows. Its data is a claim: an attacker who controls the
/// guest's kernel can report any name. Safe for several threads.
public final class SendingProcess {
    private final int pid;
    private final long start;
    private final String name;
    private final @Nullable String program;
    private final List<String> argv;
    private final Supplier<List<ParentProcess>> parents;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong flows = new AtomicLong();

    /// A process with this pid and start time; `program` is its file in the guest, `parents` gives what is known
    /// of its ancestors.
    public SendingProcess(
            int pid,
            long start,
            String name,
            @Nullable String program,
            List<String> argv,
            Supplier<List<ParentProcess>> parents) {
        this.pid = pid;
        this.start = start;
        this.name = name;
        this.program = program;
        this.argv = List.copyOf(argv);
        this.parents = parents;
    }

    /// The process's pid in the guest.
    public int pid() {
        return pid;
    }

    /// The process's short name.
    public String name() {
        return name;
    }

    /// When the process began, in nanoseconds of the guest's boot time; it distinguishes processes with the same
    /// pid.
    public long start() {
        return start;
    }

    /// The process's file in the guest, which rules name; null if it is not known.
    public @Nullable String program() {
        return program;
    }

    /// The process's file, or its name if the file is not known.
    public String word() {
        return program == null ? name : program;
    }

    public void began() {
        flows.incrementAndGet();
    }

    public void sent(long bytes) {
        sent.addAndGet(bytes);
    }

    /// The process as an approval shows it.
    public RequestingProcess view() {
        return new RequestingProcess(pid, name, program, argv, parents.get(), sent.get(), flows.get());
    }
}
