package dev.belljar.agent.sync.git;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A running git process whose output is read: its error output is kept, and it is killed at its deadline or
/// when it is closed. Not thread-safe.
public final class GitProcess implements AutoCloseable {
    private final Process process;
    private final boolean tied;
    private final GuestReport said;
    private final Thread watch;
    private volatile boolean late;

    private GitProcess(Process process, boolean tied, Duration limit) {
        this.process = process;
        this.tied = tied;
        said = new GuestReport(process.getErrorStream(), "git-errors");
        watch = Thread.ofVirtual().name("git-deadline").start(() -> end(limit));
    }

    /// Starts git; the caller writes its input and closes that.
    public static GitProcess start(GitRunner git, Duration limit, String... words)
            throws SyncException, InterruptedException {
        return new GitProcess(git.start(words), false, limit);
    }

    /// Starts git with these bytes as input, which a separate thread writes.
    public static GitProcess fed(GitRunner git, Duration limit, byte[] input, String... words)
            throws SyncException, InterruptedException {
        GitProcess started = start(git, limit, words);
        Thread.ofVirtual().name("git-in").start(() -> started.feed(input));
        return started;
    }

    /// Starts a git that prints only at its end, so that it ends with the host agent even if that is killed.
    public static GitProcess tied(GitRunner git, Duration limit, byte[] input, String... words)
            throws SyncException, InterruptedException {
        return new GitProcess(git.startTied(input, words), true, limit);
    }

    /// Git's standard output.
    public InputStream out() {
        return process.getInputStream();
    }

    /// Git's standard input.
    public OutputStream in() {
        return process.getOutputStream();
    }

    /// True if git was killed at its deadline.
    public boolean late() {
        return late;
    }

    /// The end of git's error output.
    public String said() throws InterruptedException {
        return said.text();
    }

    /// Waits this long for the process to end.
    public boolean ended(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// The exit code; waits a minute at most after all output was read.
    ///
    /// @throws SyncException when it took too long
    public int exit() throws SyncException, InterruptedException {
        if (!ended(Duration.ofMinutes(1)) || late) {
            throw tooLate();
        }
        return process.exitValue();
    }

    /// The exception for a missed deadline.
    static SyncException tooLate() {
        return new SyncException(SyncException.GIT, "git took too long", null, null);
    }

    /// Ends the process and waits for it: until then it may create a file in a folder that is deleted next.
    @Override
    public void close() {
        watch.interrupt();
        kill();
        process.onExit().join();
    }

    private void kill() {
        if (tied) {
            Command.killTied(process);
        } else {
            Command.killTree(process);
        }
    }

    private void feed(byte[] input) {
        try (OutputStream in = in()) {
            in.write(input);
        } catch (IOException e) {
            // Git ended without reading its input; its exit code says why.
        }
    }

    private void end(Duration limit) {
        try {
            Thread.sleep(limit);
            late = true;
            kill();
        } catch (InterruptedException e) {
            // Closed in time.
        }
    }
}
