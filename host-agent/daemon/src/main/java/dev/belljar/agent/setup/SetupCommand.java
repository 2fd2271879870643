package dev.belljar.agent.setup;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.environment.SetupState;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One command of a setup: its output goes to the log, and it ends by itself, at the time limit, or when the
/// setup is asked to end. A guest that reports neither output nor an end cannot make it last longer.
record SetupCommand(GuestExec exec, SetupLog log, CompletableFuture<SetupEnd> asked) {
    private static final int BUFFER = 16 << 10;
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(5);

    /// Waits for the end of the command and closes it.
    ///
    /// @throws SetupEnd when it took longer than `left`, or the setup was asked to end
    GuestExit await(Duration left) throws SetupEnd, GuestException, InterruptedException {
        CompletableFuture<GuestExit> exit = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().name("setup-exit").start(() -> {
            try {
                exit.complete(exec.await());
            } catch (GuestException | InterruptedException e) {
                exit.completeExceptionally(e);
            }
        });
        Thread out = Thread.ofVirtual().name("setup-out").start(() -> read(exec.stdout()));
        Thread err = Thread.ofVirtual().name("setup-err").start(() -> read(exec.stderr()));
        try (exec) {
            exec.stdin().close();
            CompletableFuture.anyOf(exit, asked).get(left.toNanos(), TimeUnit.NANOSECONDS);
            if (asked.isDone()) {
                throw asked.join();
            }
            boolean _ = out.join(LAST_OUTPUT) && err.join(LAST_OUTPUT);
            return exit.join();
        } catch (TimeoutException e) {
            return new GuestExit(null, null, true);
        } catch (IOException e) {
            throw new SetupEnd(SetupState.INTERRUPTED, null, "the connection to the sandbox was lost");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GuestException why) {
                throw why;
            }
            throw new SetupEnd(SetupState.INTERRUPTED, null, "the connection to the sandbox was lost");
        } finally {
            waiter.interrupt();
        }
    }

    private void read(InputStream from) {
        byte[] buffer = new byte[BUFFER];
        try (from) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                log.append(buffer, n);
            }
        } catch (IOException e) {
            // The end of the command says why.
        }
    }
}
