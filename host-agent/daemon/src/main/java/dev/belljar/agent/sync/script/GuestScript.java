package dev.belljar.agent.sync.script;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.git.GuestReport;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A shell script of Belljar running in a machine, with one thread writing its input and another reading its
/// output, and with a deadline on the host.
///
/// Its output is untrusted: the reader must bound and check it. The end of its error output is kept for the
/// user.
public final class GuestScript implements AutoCloseable {
    /// The exit code of a script that says why it did nothing.
    private static final int REFUSED = 65;

    private final GuestExec exec;
    private final StallWatch watch;
    private final GuestReport said;
    private final InputStream output;

    private GuestScript(GuestExec exec, StallLimit limit, WorkspaceTransfer.FetchProgress progress) {
        this.exec = exec;
        this.watch = new StallWatch(limit, progress, exec::close);
        this.said = new GuestReport(watch.errors(exec.stderr()), "script-errors");
        this.output = watch.output(exec.stdout());
    }

    /// Starts the script of this name as the machine's user, with a time limit.
    public static GuestScript start(GuestLink guest, String name, Duration limit)
            throws SyncException, InterruptedException {
        return start(guest, name, text(name), StallLimit.none(limit), (bytes, at) -> {});
    }

    /// Starts a script that reports its progress, with a limit for stalls.
    public static GuestScript start(
            GuestLink guest, String name, StallLimit limit, WorkspaceTransfer.FetchProgress progress)
            throws SyncException, InterruptedException {
        return start(guest, name, text("progress") + text(name), limit, progress);
    }

    private static GuestScript start(
            GuestLink guest, String name, String text, StallLimit limit, WorkspaceTransfer.FetchProgress progress)
            throws SyncException, InterruptedException {
        // The host enforces the deadline, so the command itself has no time limit.
        ExecCommand command = BelljarScript.withTools(BelljarScript.command(name, text, null, Duration.ZERO));
        try {
            return new GuestScript(guest.exec(command), limit, progress);
        } catch (GuestException e) {
            throw SyncFaults.guest("the workspace cannot be reached", e);
        }
    }

    /// Writes the script's input in a separate thread; if the script stops reading, its exit code says why.
    public void feed(Feeder feeder) {
        Thread.ofVirtual().name("script-in").start(() -> {
            try (OutputStream in = exec.stdin()) {
                feeder.write(in);
            } catch (IOException e) {
                // The script stopped reading; its exit code says why.
            }
        });
    }

    public InputStream output() {
        return output;
    }

    /// Waits for the script to end and expects success.
    public void finish() throws SyncException, InterruptedException {
        watch.waits(true);
        try {
            GuestExit exit = exec.await();
            requireInTime(null);
            Integer code = exit.code();
            if (code == null || code != 0) {
                throw failed(code);
            }
        } catch (GuestException e) {
            requireInTime(e);
            throw SyncFaults.guest("the workspace cannot be reached", e);
        } finally {
            watch.waits(false);
        }
    }

    /// Requires that the script was not ended for a stall.
    ///
    /// @throws SyncException `sync.stalled` with the file that it was reading, when it was
    public void requireInTime(@Nullable Throwable cause) throws SyncException {
        String verdict = watch.verdict();
        if (verdict != null) {
            throw new SyncException(
                    SyncException.STALLED,
                    "the transfer was stopped: git in the guest " + verdict,
                    "If this message names a file, move that file out of /workspace or add it to .gitignore. Then try again.",
                    cause);
        }
    }

    @Override
    public void close() {
        watch.close();
        exec.close();
    }

    /// Writes a script's input.
    public interface Feeder {
        void write(OutputStream in) throws IOException;
    }

    private SyncException failed(@Nullable Integer code) throws InterruptedException {
        String words = SyncFaults.clean(said.text().replaceAll("(?m)^" + StallWatch.AT + ".*$", ""));
        if (words.contains("No space left on device")) {
            return new SyncException(
                    SyncException.DISK_FULL,
                    "the sandbox's disk is full: " + words,
                    "Free some space in the sandbox, or create the sandbox again with a larger disk.",
                    null);
        }
        if (code != null && code == REFUSED) {
            return SyncFaults.refused(words, null);
        }
        String how = code == null ? "was killed by a signal" : "exited with code " + code;
        return new SyncException(SyncException.GIT, "git in the guest " + how + ": " + words, null, null);
    }

    private static String text(String name) {
        try (InputStream stream = GuestScript.class.getResourceAsStream(name + ".sh")) {
            if (stream == null) {
                throw new IllegalStateException(name + ".sh: missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + ".sh: cannot be read from this build", e);
        }
    }
}
