package dev.belljar.app.terminal;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.StateBadges;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the terminal screen shows while no terminal is open, and which tab follows one that was closed.
final class TerminalsModel {
    private static final Texts TEXTS = Texts.of(TerminalsModel.class);

    /// What is shown if no terminal is open.
    enum TerminalsContent {
        /// The machine runs, and the user closed all terminals.
        NONE_OPEN,
        STARTING,
        HIBERNATED,
        STOPPED
    }

    private SandboxViewState sandbox;
    private int shells;

    TerminalsModel(SandboxViewState sandbox) {
        this.sandbox = sandbox;
    }

    /// Takes the sandbox's current state; true if the machine started or ended.
    boolean show(SandboxViewState next) {
        boolean other = next.state() != sandbox.state();
        sandbox = next;
        return other;
    }

    SandboxViewState sandbox() {
        return sandbox;
    }

    TerminalsContent content() {
        if (sandbox.running()) {
            return TerminalsContent.NONE_OPEN;
        } else if (!sandbox.reported().status().requirements().isEmpty()
                && sandbox.reported().status().problem() == null) {
            return TerminalsContent.STARTING;
        }
        return StateBadges.hasSavedMemory(sandbox.reported()) ? TerminalsContent.HIBERNATED : TerminalsContent.STOPPED;
    }

    /// The name of the next shell in the guest; shells are numbered.
    String nextShell() {
        shells++;
        return TEXTS.get("terminal.tab.shell", shells);
    }

    /// The tab to show: the current one while it is open, or else the last one.
    static <T> Optional<T> front(List<T> tabs, @Nullable T current) {
        if (tabs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(current != null && tabs.contains(current) ? current : tabs.getLast());
    }
}
