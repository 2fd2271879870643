package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sandbox.StartRequirements;
import dev.belljar.agent.sandbox.StartRequirements.Need;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.text.ByteCount;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the project of one sandbox while its machine starts, and copies it into the guest.
final class ProjectDelivery {
    private final SandboxRuntime sandbox;
    private final WorkspaceTransfer workspace;
    private final StartRequirements needs;
    private @Nullable Thread capturing;
    private @Nullable FutureTask<Boolean> captured;

    ProjectDelivery(SandboxRuntime sandbox, WorkspaceTransfer workspace) {
        this.sandbox = sandbox;
        this.workspace = workspace;
        this.needs = sandbox.requirements();
    }

    /// Captures the project while the machine starts, as neither needs the other.
    void begin() {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            capture();
            return true;
        });
        captured = task;
        capturing = Thread.ofVirtual().name(sandbox.name() + " capture").start(task);
    }

    /// Waits until the project is captured, or captures it now.
    void await() throws BelljarException, InterruptedException {
        FutureTask<Boolean> task = captured;
        if (task == null) {
            capture();
            return;
        }
        try {
            task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BelljarException known) {
                throw known;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException("the capture was cancelled");
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void capture() throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.delivered() || r.project().commit() != null) {
            needs.met(Need.CAPTURE, "already read");
            return;
        }
        needs.begin(Need.CAPTURE, r.spec().project());
        WorkspaceTransfer.Capture capture =
                workspace.capture(r.id(), sandbox.project(), r.spec().plainFolder());
        sandbox.change(was -> was.withCapture(capture.branch(), capture.head(), capture.commit()));
        capture.warnings().forEach(warning -> sandbox.observation().note("note", "capture", warning));
        String counts = "%,d %s, %,d not committed"
                .formatted(capture.files(), capture.files() == 1 ? "file" : "files", capture.uncommitted());
        needs.met(
                Need.CAPTURE,
                String.join(
                        "; ",
                        Stream.concat(Stream.of(counts), capture.warnings().stream())
                                .toList()));
    }

    /// Copies the captured project into the guest.
    void deliver(GuestLink link) throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        String commit = r.project().commit();
        if (r.delivered() || commit == null) {
            needs.met(Need.PROJECT, "already copied");
            return;
        }
        needs.begin(Need.PROJECT, null);
        WorkspaceTransfer.Capture capture = workspace.captured(r.id(), sandbox.project(), commit);
        workspace.deliver(r.id(), sandbox.project(), capture, link, this::delivered);
        sandbox.change(SandboxRecord::withDelivered);
        needs.met(Need.PROJECT, null);
    }

    private void delivered(long done, long total) {
        int percent = total <= 0 ? 0 : (int) Math.min(100, done * 100 / total);
        needs.progress(
                Need.PROJECT,
                percent,
                total <= 0 ? ByteCount.words(done) : ByteCount.words(done) + " of " + ByteCount.words(total));
    }

    /// Cancels a capture that is under way.
    void cancel() throws InterruptedException {
        Thread capture = capturing;
        if (capture != null) {
            capture.interrupt();
            capture.join();
        }
    }
}
