package dev.belljar.agent.gateway;

import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.RequestingProcess;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The process that sends a flow's packets, as the machine says, and what it has sent so far.
///
/// One object for each process, whatever flows it has. It is a claim: who owns the machine's kernel may have any
/// name said. Safe for several threads.
public final class SendingProcess {
    private final int pid;
    private final long start;
    private final String name;
    private final @Nullable String program;
    private final List<String> argv;
    private final Supplier<List<ParentProcess>> parents;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong flows = new AtomicLong();

    /// A process with this pid and start; `program` is its file in the machine, `parents` tells what is known of
    /// its ancestors when asked.
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

    /// Its number in the machine.
    public int pid() {
        return pid;
    }

    /// Its short name.
    public String name() {
        return name;
    }

    /// When it began, nanoseconds of the machine's boot time; tells it from others with its number.
    public long start() {
        return start;
    }

    /// Its file in the machine, by which rules know it; null where that is not known.
    public @Nullable String program() {
        return program;
    }

    /// Its file, or its name where that is not known.
    public String word() {
        return program == null ? name : program;
    }

    void began() {
        flows.incrementAndGet();
    }

    void sent(long bytes) {
        sent.addAndGet(bytes);
    }

    /// As a person is told of it.
    public RequestingProcess view() {
        return new RequestingProcess(pid, name, program, argv, parents.get(), sent.get(), flows.get());
    }
}
