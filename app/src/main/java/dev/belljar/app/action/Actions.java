package dev.belljar.app.action;

import dev.belljar.app.desktop.DesktopIntegration;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.ui.UiContext;

/// Everything that a user can start in the window, grouped by subject.
///
/// An action whose progress or result the screen shows itself returns a [UiTask]. The other actions ask for
/// confirmation where necessary, and show a message about their result.
public final class Actions implements AutoCloseable {
    private final TaskRunner tasks;
    private final Navigation navigation;
    private final SandboxDialogs dialogs;
    private final SandboxActions sandboxes;
    private final SyncModeActions syncModes;
    private final SnapshotActions snapshots;
    private final ApprovalActions approvals;
    private final CaptureActions captures;
    private final DownloadActions downloads;
    private final TrashActions trash;
    private final HostActions host;
    private final TrustActions trust;
    private final BrowserActions browsers;
    private final EditorActions editors;
    private final EnvironmentActions environments;

    public Actions(TaskRunner tasks, UiContext context, Navigation navigation, DesktopIntegration desktop) {
        this.tasks = tasks;
        this.navigation = navigation;
        dialogs = new SandboxDialogs(context);
        host = new HostActions(tasks);
        trash = new TrashActions(tasks, context, navigation);
        sandboxes = new SandboxActions(tasks, context, dialogs, host, trash);
        syncModes = new SyncModeActions(tasks, context);
        snapshots = new SnapshotActions(tasks, context, navigation);
        approvals = new ApprovalActions(tasks, context);
        captures = new CaptureActions(tasks, CaptureActions.LIMIT);
        downloads = new DownloadActions(tasks, System.getenv());
        trust = new TrustActions(tasks, desktop.browsers());
        browsers = new BrowserActions(tasks, context, navigation, trust);
        environments = new EnvironmentActions(tasks);
        editors = new EditorActions(tasks, context, desktop.editors());
    }

    /// Moves to other screens and opens dialogs.
    public Navigation navigation() {
        return navigation;
    }

    public SandboxDialogs dialogs() {
        return dialogs;
    }

    public SandboxActions sandboxes() {
        return sandboxes;
    }

    public SyncActions sync() {
        return new SyncActions(tasks);
    }

    public SyncModeActions syncModes() {
        return syncModes;
    }

    public TerminalActions terminals() {
        return new TerminalActions(tasks);
    }

    public ProcessActions processes() {
        return new ProcessActions(tasks);
    }

    public SnapshotActions snapshots() {
        return snapshots;
    }

    public ApprovalActions approvals() {
        return approvals;
    }

    public PolicyActions policies() {
        return new PolicyActions(tasks);
    }

    public SecretActions secrets() {
        return new SecretActions(tasks);
    }

    public AuthorityActions authorities() {
        return new AuthorityActions(tasks);
    }

    public EnvironmentActions environments() {
        return environments;
    }

    public KeyActions keys() {
        return new KeyActions(tasks);
    }

    public CaptureActions captures() {
        return captures;
    }

    public DownloadActions downloads() {
        return downloads;
    }

    public TrashActions trash() {
        return trash;
    }

    public StorageActions storage() {
        return new StorageActions(tasks);
    }

    public HostActions host() {
        return host;
    }

    public TrustActions trust() {
        return trust;
    }

    public BrowserActions browsers() {
        return browsers;
    }

    public EditorActions editors() {
        return editors;
    }

    /// Queues code to run on the FX thread.
    public void later(Runnable code) {
        tasks.later(code);
    }

    /// Stops all packet captures; their files are kept.
    @Override
    public void close() {
        captures.close();
    }
}
