package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A workspace, a machine and one sandbox named `s1`, in a folder of the test.
public final class SyncFixture {
    public static final String ID = "s1";

    private final GitWorkspace workspace;
    private final LocalGuest guest;

    public SyncFixture(Path temp) throws IOException {
        this(temp, new GitWorkspace(temp.resolve("data")));
    }

    public SyncFixture(Path temp, GitWorkspace workspace) throws IOException {
        this.workspace = workspace;
        Path home = Files.createDirectories(temp.resolve("guest/home"));
        this.guest = new LocalGuest(temp.resolve("guest/workspace"), home);
    }

    public GitWorkspace workspace() {
        return workspace;
    }

    public LocalGuest guest() {
        return guest;
    }

    /// Captures and delivers a repository.
    public WorkspaceTransfer.Capture start(Path project) throws SyncException, InterruptedException {
        return start(project, false);
    }

    public WorkspaceTransfer.Capture start(Path project, boolean plainFolder)
            throws SyncException, InterruptedException {
        WorkspaceTransfer.Capture capture = workspace.capture(ID, project, plainFolder);
        workspace.deliver(ID, project, capture, guest, (done, total) -> {});
        return capture;
    }

    public SyncPlan plan(Path project) throws SyncException, InterruptedException {
        return workspace.plan(ID, "shop", project, guest);
    }

    public SyncResult accept(Path project, SyncPlan plan, String... allowed)
            throws SyncException, InterruptedException {
        return workspace.accept(ID, "shop", project, new AcceptSync(plan.commit(), List.of(allowed)));
    }

    /// The repository in the machine.
    public GitFixture inside() throws IOException {
        return new GitFixture(guest.workspace().toRealPath());
    }
}
