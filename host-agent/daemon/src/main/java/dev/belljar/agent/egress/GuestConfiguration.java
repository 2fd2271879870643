package dev.belljar.agent.egress;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One part of what the host agent configures in guests. `topic` is that of the notes among the events of a sandbox.
record GuestConfiguration(String topic) {
    private static final Logger LOG = LoggerFactory.getLogger(GuestConfiguration.class);
    private static final int OUTPUT = 4_096;
    private static final Map<SandboxRuntime, ReentrantLock> LOCKS = Collections.synchronizedMap(new WeakHashMap<>());

    /// Reads what a guest is to have, and sets it there.
    interface ConfiguredPart {
        /// @return false if that failed
        boolean configure() throws InterruptedException;
    }

    /// Configures a part of a guest while no other thread configures it. Parts share files in the guest, and what
    /// was read last must also be set last.
    ///
    /// @return false if that failed
    static boolean exclusively(SandboxRuntime sandbox, ConfiguredPart part) throws InterruptedException {
        ReentrantLock lock = LOCKS.computeIfAbsent(sandbox, _ -> new ReentrantLock());
        lock.lockInterruptibly();
        try {
            return part.configure();
        } finally {
            lock.unlock();
        }
    }

    /// Runs a command in the guest. If it fails, that is reported in the words of `otherwise`.
    ///
    /// @return false if it failed
    boolean run(SandboxRuntime sandbox, GuestLink guest, ExecCommand command, byte[] input, String otherwise)
            throws BelljarException, InterruptedException {
        ExecOutcome outcome = ExecOutcome.of(guest.exec(command), input, OUTPUT);
        boolean done = Integer.valueOf(0).equals(outcome.exit().code());
        if (!done) {
            failed(sandbox, otherwise, new String(outcome.err(), StandardCharsets.UTF_8));
        }
        return done;
    }

    /// Adds a failure to the events of the sandbox. `problem` may come from the guest.
    void failed(SandboxRuntime sandbox, String what, String problem) {
        String shown = VisibleText.line(problem);
        LOG.warn("{}: {}: {}", sandbox.name(), what, shown);
        note(sandbox, what + ": " + shown);
    }

    /// Adds a note to the events of the sandbox.
    void note(SandboxRuntime sandbox, String words) {
        sandbox.observation().note("note", topic, words);
    }
}
