package dev.belljar.app.action;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Opens the dialogs about one sandbox, and closes the newest of them when its sandbox no longer exists.
public final class SandboxDialogs {
    private static final Texts TEXTS = Texts.of(SandboxDialogs.class);

    private final UiContext context;
    private @Nullable SandboxDialog newest;

    SandboxDialogs(UiContext context) {
        this.context = context;
    }

    /// Opens a dialog about this sandbox.
    public void open(SandboxViewState sandbox, Region dialog) {
        open(sandbox, dialog, () -> {});
    }

    /// Opens a dialog about this sandbox. If the sandbox ceases to exist, `gone` is called before the dialog is closed.
    public void open(SandboxViewState sandbox, Region dialog, Runnable gone) {
        newest = new SandboxDialog(sandbox.id(), sandbox.name(), dialog, gone);
        context.overlay().open(dialog);
    }

    /// Closes the dialog about a sandbox that no longer exists, and says so.
    public void reconcile(HostState state) {
        SandboxDialog now = newest;
        if (now == null
                || state.connection() != HostState.AgentConnection.UP
                || state.sandboxes().stream().anyMatch(p -> p.id().equals(now.id()))) {
            return;
        }
        newest = null;
        now.gone().run();
        if (context.overlay().close(now.dialog())) {
            context.overlay().say(Feather.INFO, TEXTS.get("gone.text", now.name(), now.id()), "muted");
        }
    }

    private record SandboxDialog(String id, String name, Region dialog, Runnable gone) {}
}
