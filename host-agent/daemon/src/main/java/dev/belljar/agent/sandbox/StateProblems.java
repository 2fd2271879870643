package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says why an operation or a transition is not possible in the current state of a sandbox.
final class StateProblems {
    // A problem names the allowed states if there are at most so many.
    private static final int MOST_NAMED = 2;
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

    private StateProblems() {}

    /// Takes the lock of a sandbox for a request. The lock is held while a change is written, and a disk that does not
    /// respond must not make all requests wait.
    ///
    /// @throws SandboxException `sandbox.busy`
    static void lock(ReentrantLock lock, String sandbox) throws SandboxException {
        try {
            if (lock.tryLock() || lock.tryLock(LONGEST_WRITE.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SandboxException(
                SandboxException.BUSY,
                "sandbox %s is busy: a state change is still being written to the disk".formatted(sandbox),
                "Try again. If that fails, check the disk that contains the data folder.");
    }

    /// The exception for an operation that is not allowed in the sandbox's state.
    static SandboxException notAllowed(SandboxRecord record, Operation<?, ?> operation) {
        return operation.states().size() <= MOST_NAMED
                ? notAllowed(record, operation.states())
                : new SandboxException(
                        SandboxException.WRONG_STATE,
                        "`%s` is not allowed while sandbox %s is %s"
                                .formatted(operation.name(), record.spec().name(), word(record.state())),
                        record.state() == SandboxState.STOPPING ? "Wait until it has stopped." : null);
    }

    /// The exception for an operation that is allowed in these states only.
    static SandboxException notAllowed(SandboxRecord record, Set<SandboxState> allowed) {
        String name = record.spec().name();
        String expected = Arrays.stream(SandboxState.values())
                .filter(allowed::contains)
                .map(StateProblems::word)
                .collect(Collectors.joining(" or "));
        StorageTier tier = record.tier();
        String packed = tier == null ? "" : " (tier " + tier.name().toLowerCase(Locale.ROOT) + ")";
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox %s is %s%s: expected it to be %s".formatted(name, word(record.state()), packed, expected),
                advice(record, allowed));
    }

    /// The command after which the operation is allowed; null if no single command is.
    private static @Nullable String advice(SandboxRecord record, Set<SandboxState> allowed) {
        String name = record.spec().name();
        Set<SandboxState> next = record.state().next();
        if (allowed.contains(SandboxState.RUNNING) && next.contains(SandboxState.STARTING)) {
            return "Start it with `belljar start " + name + "`.";
        }
        if (!allowed.equals(Set.of(SandboxState.STOPPED))) {
            return null;
        }
        return next.contains(SandboxState.STOPPING)
                ? "Stop it with `belljar stop " + name + "`."
                : record.state() == SandboxState.CREATED
                        ? "It was never started, so it has nothing to reduce yet."
                        : null;
    }

    /// The exception for a transition that is not permitted.
    static SandboxException transition(SandboxRecord record, SandboxState to) {
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox %s is %s and cannot become %s".formatted(record.spec().name(), word(record.state()), word(to)),
                null);
    }

    /// Refuses an operation that needs a running machine while a disk limit holds the machine. A machine that a
    /// full disk paused resumes as soon as there is space, so callers wait for it.
    static void requireUnheld(@Nullable Problem why) throws SandboxException {
        if (why != null && !why.code().equals(VmException.PAUSED.code())) {
            throw new SandboxException(new ProblemCode(why.code(), why.status()), why.detail(), why.hint());
        }
    }

    /// The exception for a running machine whose guest agent does not respond.
    static GuestException unreachable(String sandbox) {
        return new GuestException(
                GuestException.UNREACHABLE,
                "the guest agent in " + sandbox + " does not respond; reconnecting",
                "If it stays unreachable, stop and start the sandbox. Files on its disk are not lost.",
                null);
    }

    private static String word(SandboxState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
