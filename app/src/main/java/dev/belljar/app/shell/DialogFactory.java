package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approvals.InboxDialog;
import dev.belljar.app.codingagent.StartAgentDialog;
import dev.belljar.app.download.DownloadDialog;
import dev.belljar.app.environment.EnvironmentDialog;
import dev.belljar.app.keys.KeysDialog;
import dev.belljar.app.launcher.AddDialog;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.policy.PolicyDialog;
import dev.belljar.app.push.PushDialog;
import dev.belljar.app.snapshots.AutomaticSnapshotsDialog;
import dev.belljar.app.snapshots.BranchDialog;
import dev.belljar.app.snapshots.IdentityDialog;
import dev.belljar.app.snapshots.SnapshotDialog;
import dev.belljar.app.snapshots.TreeNode;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.sync.SyncSettingsDialog;
import dev.belljar.app.text.Texts;
import dev.belljar.app.trash.RetentionDialog;
import dev.belljar.app.trust.TrustDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.host.HostStatus;
import java.io.File;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.stage.DirectoryChooser;
import org.jspecify.annotations.Nullable;

/// Opens the dialogs; the only class that knows which feature draws which dialog.
final class DialogFactory {
    private static final Texts TEXTS = Texts.of(DialogFactory.class);

    private final WindowServices services;
    private final UiContext context;
    private final Actions actions;
    private final Consumer<Boolean> inboxOpen;
    private @Nullable InboxDialog inbox;

    /// `inboxOpen` is called when the inbox opens and when it closes.
    DialogFactory(WindowServices services, UiContext context, Actions actions, Consumer<Boolean> inboxOpen) {
        this.services = services;
        this.context = context;
        this.actions = actions;
        this.inboxOpen = inboxOpen;
    }

    /// Opens a dialog.
    void open(DialogKind kind) {
        switch (kind) {
            case DialogKind.AddProject(Path folder) -> add(folder == null ? chosenFolder() : folder);
            case DialogKind.ShowInbox(String approval) -> inbox(approval);
            case DialogKind.ShowPolicy(SandboxViewState sandbox, String destination) ->
                PolicyDialog.open(sandbox.id(), sandbox.name(), actions, context, destination);
            case DialogKind.ShowKeys(SandboxViewState sandbox) ->
                actions.dialogs().open(sandbox, new KeysDialog(sandbox, context, actions));
            case DialogKind.ShowSyncSettings(SandboxViewState sandbox) ->
                actions.dialogs().open(sandbox, new SyncSettingsDialog(sandbox, context, actions.syncModes()));
            case DialogKind.DownloadFiles(SandboxViewState sandbox, String path) ->
                download(sandbox, DownloadDialog.of(sandbox, path, context, actions.downloads()));
            case DialogKind.DownloadArtifacts(SandboxViewState sandbox) ->
                download(sandbox, DownloadDialog.ofArtifacts(sandbox, context, actions.downloads()));
            case DialogKind.ShowEnvironment(String project, SandboxViewState sandbox, String agent) ->
                environment(EnvironmentDialog.of(project, sandbox, agent, services.host(), context, actions), sandbox);
            case DialogKind.StartAgent(SandboxViewState sandbox) ->
                actions.dialogs().open(sandbox, new StartAgentDialog(sandbox, context, actions));
            case DialogKind.ShowPush(SandboxViewState sandbox) -> push(sandbox);
            case DialogKind.ShowStorage(SandboxViewState sandbox) -> storage(sandbox);
            case DialogKind.ShowRetention() -> retention();
            case DialogKind.ShowTrust() -> TrustDialog.open(context, actions.trust());
            case DialogKind.ShowIdentity(SandboxViewState sandbox) ->
                IdentityDialog.open(context, actions, sandbox.id(), sandbox.name());
            case DialogKind.TakeSnapshot(SandboxViewState sandbox) ->
                SnapshotDialog.open(
                        context, sandbox.name(), request -> actions.snapshots().take(sandbox, request));
            case DialogKind.ShowAutomaticSnapshots(SandboxViewState sandbox) ->
                actions.dialogs()
                        .open(sandbox, new AutomaticSnapshotsDialog(sandbox, state(), context, actions.snapshots()));
            case DialogKind.CreateBranch(SandboxViewState sandbox) ->
                BranchDialog.open(context, actions.snapshots(), new TreeNode.SandboxNode(sandbox), state());
            case DialogKind.BranchSnapshot(Snapshot snapshot) ->
                BranchDialog.open(context, actions.snapshots(), new TreeNode.SnapshotNode(snapshot), state());
        }
    }

    private HostState state() {
        return services.host().state().now();
    }

    private @Nullable Path chosenFolder() {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(TEXTS.get("sidebar.add"));
        File folder = chooser.showDialog(context.overlay().getScene().getWindow());
        return folder == null ? null : folder.toPath();
    }

    private void add(@Nullable Path folder) {
        HostStatus host = state().host();
        if (folder != null && host != null) {
            AddDialog.open(
                    folder, host, context, actions, made -> actions.navigation().go(new Location.HomeScreen()));
        }
    }

    private void inbox(String approval) {
        InboxDialog now = inbox;
        if (now == null || !now.isOpen()) {
            InboxDialog dialog = InboxDialog.open(services.approvals().list(), context, actions.approvals(), approval);
            inbox = dialog;
            inboxOpen.accept(true);
            dialog.sceneProperty().addListener((at, was, scene) -> inboxOpen.accept(scene != null));
        }
    }

    private void environment(EnvironmentDialog dialog, @Nullable SandboxViewState sandbox) {
        if (sandbox == null) {
            context.overlay().open(dialog);
        } else {
            actions.dialogs().open(sandbox, dialog);
        }
    }

    private void push(SandboxViewState sandbox) {
        PushDialog dialog = new PushDialog(sandbox, context, actions);
        actions.dialogs().open(sandbox, dialog, dialog::abandon);
    }

    private void download(SandboxViewState sandbox, DownloadDialog dialog) {
        actions.dialogs().open(sandbox, dialog, dialog::abandon);
    }

    private void storage(@Nullable SandboxViewState sandbox) {
        if (sandbox == null) {
            context.overlay().open(new StorageDialog(context, actions.storage(), null));
        } else {
            actions.dialogs().open(sandbox, new StorageDialog(context, actions.storage(), sandbox.id()));
        }
    }

    private void retention() {
        RetentionDialog dialog = new RetentionDialog(context, actions.storage());
        context.overlay().open(dialog);
        dialog.requestFocus();
    }
}
