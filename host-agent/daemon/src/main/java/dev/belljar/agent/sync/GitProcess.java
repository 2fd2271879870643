package dev.belljar.agent.sync;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A git that is read while it runs: its complaints are kept, and it is killed when its time is up or when it is
/// closed. For one thread.
final class GitProcess implements AutoCloseable {
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

    /// Starts it; the caller writes its input and closes it.
    static GitProcess start(GitRunner git, Duration limit, String... words) throws SyncException, InterruptedException {
        return new GitProcess(git.start(words), false, limit);
    }

    /// Starts it, fed these bytes by a thread of its own.
    static GitProcess fed(GitRunner git, Duration limit, byte[] input, String... words)
            throws SyncException, InterruptedException {
        GitProcess started = start(git, limit, words);
        Thread.ofVirtual().name("git-in").start(() -> started.feed(input));
        return started;
    }

    /// The same for what prints nothing until its end: it ends with the host agent, however that ends.
    static GitProcess tied(GitRunner git, Duration limit, byte[] input, String... words)
            throws SyncException, InterruptedException {
        return new GitProcess(git.startTied(input, words), true, limit);
    }

    /// What it prints.
    InputStream out() {
        return process.getInputStream();
    }

    /// What it is told.
    OutputStream in() {
        return process.getOutputStream();
    }

    /// True when it was killed because its time was up.
    boolean late() {
        return late;
    }

    /// The last of what it complained about.
    String said() throws InterruptedException {
        return said.text();
    }

    /// Waits this long for its end.
    boolean ended(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// How it ended, within a minute after all that it printed was read.
    ///
    /// @throws SyncException when it took too long
    int exit() throws SyncException, InterruptedException {
        if (!ended(Duration.ofMinutes(1)) || late) {
            throw tooLate();
        }
        return process.exitValue();
    }

    /// Too long for its deadline.
    static SyncException tooLate() {
        return new SyncException(SyncException.GIT, "git took too long", null, null);
    }

    /// Returns when it is gone: until then it may make another file in a folder that is deleted next.
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
            // It ended without reading it; its exit code says why.
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
