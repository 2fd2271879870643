package dev.belljar.agent.access;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.view.session.ExecResult;
import java.util.Base64;

/// Runs a command in the guest to its end and captures the first MiB of each output in base64, as the API
/// returns it.
public final class ExecCapture {
    private static final int LIMIT = 1 << 20;

    private ExecCapture() {}

    public static ExecResult run(GuestExec exec) throws GuestException, InterruptedException {
        long begun = System.nanoTime();
        ExecOutcome outcome = ExecOutcome.of(exec, new byte[0], LIMIT);
        long millis = (System.nanoTime() - begun) / 1_000_000;
        return new ExecResult(
                outcome.exit().code(),
                outcome.exit().signal(),
                outcome.exit().timedOut(),
                Base64.getEncoder().encodeToString(outcome.out()),
                Base64.getEncoder().encodeToString(outcome.err()),
                outcome.truncated(),
                millis);
    }
}
