package dev.belljar.app.action;

import dev.belljar.app.desktop.DesktopIntegration;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.ui.UiContext;

/// Everything that a person can start in the window, by its subject.
///
/// A call that a screen must follow itself, such as one whose answer it shows, is a [UiTask]; the others ask the
/// user where that is necessary, and say how they ended.
public final class Actions implements AutoCloseable {
    private final TaskRunner tasks;
    private final Navigation navigation;
    private final SandboxDialogs dialogs;
    private final SandboxActions sandboxes;
    private final SnapshotActions snapshots;
    private final ApprovalActions approvals;
    private final CaptureActions captures;
    private final TrashActions trash;
    private final HostActions host;
    private final TrustActions trust;
    private final BrowserActions browsers;
    private final EditorActions editors;

    public Actions(TaskRunner tasks, UiContext context, Navigation navigation, DesktopIntegration desktop) {
        this.tasks = tasks;
        this.navigation = navigation;
        dialogs = new SandboxDialogs(context);
        host = new HostActions(tasks);
        trash = new TrashActions(tasks, context, navigation);
        sandboxes = new SandboxActions(tasks, context, dialogs, host, trash);
        snapshots = new SnapshotActions(tasks, context, navigation);
        approvals = new ApprovalActions(tasks, context);
        captures = new CaptureActions(tasks, CaptureActions.LIMIT);
        trust = new TrustActions(tasks, desktop.browsers());
        browsers = new BrowserActions(tasks, context, navigation, trust);
        editors = new EditorActions(tasks, context, desktop.editors());
    }

    /// How to get to another screen, or to a dialog.
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

    public KeyActions keys() {
        return new KeyActions(tasks);
    }

    public CaptureActions captures() {
        return captures;
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

    /// Runs code on the FX thread, soon.
    public void later(Runnable code) {
        tasks.later(code);
    }

    /// Ends all packet captures; their files stay.
    @Override
    public void close() {
        captures.close();
    }
}
