package dev.belljar.app.shell;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One sandbox: what its header says, and whether its current screen is covered while it starts or after it
/// failed.
final class SandboxModel {
    private static final Texts TEXTS = Texts.of(SandboxModel.class);

    private SandboxViewState sandbox;
    private HostState host;
    private @Nullable SandboxViewState drawn;
    private boolean drawnConnected = true;
    private boolean reviewing;

    SandboxModel(SandboxViewState sandbox, HostState host) {
        this.sandbox = sandbox;
        this.host = host;
    }

    /// Takes a newer state; true if the machine changed its state.
    boolean show(SandboxViewState next, HostState all) {
        boolean other = next.state() != sandbox.state();
        sandbox = next;
        host = all;
        return other;
    }

    SandboxViewState sandbox() {
        return sandbox;
    }

    /// True while the host agent answers, or has not been asked yet.
    boolean connected() {
        return host.connection() != HostState.AgentConnection.DOWN;
    }

    /// The names of all sandboxes, which the header lists.
    List<String> names() {
        return host.sandboxes().stream().map(SandboxViewState::name).toList();
    }

    /// True if the header has to be built again: more than figures changed since it was asked before.
    boolean headChanged() {
        SandboxViewState before = drawn;
        boolean changed = drawnConnected != connected() || before == null || differs(before, sandbox);
        drawn = sandbox;
        drawnConnected = connected();
        return changed;
    }

    private static boolean differs(SandboxViewState before, SandboxViewState now) {
        return !before.reported().acceleration().equals(now.reported().acceleration())
                || before.state() != now.state()
                || !Objects.equals(
                        before.reported().status().paused(),
                        now.reported().status().paused())
                || !Objects.equals(
                        before.reported().status().setup(),
                        now.reported().status().setup())
                || before.reported().tier() != now.reported().tier()
                || !Objects.equals(before.reported().branch(), now.reported().branch())
                || !before.name().equals(now.name());
    }

    /// The state in a word, and that it is not current while the host agent does not answer.
    String state() {
        String word = StateBadges.word(sandbox.reported());
        String known = StateBadges.hasSavedMemory(sandbox.reported()) ? TEXTS.get("head.hibernated", word) : word;
        return connected() ? known : TEXTS.get("head.stale", known);
    }

    /// What the state means: why the machine is paused, how its setup goes, or how quickly it resumes.
    String hint() {
        Problem problem = sandbox.reported().status().problem();
        if (StateBadges.paused(sandbox.reported()) && problem != null) {
            return TEXTS.get("head.paused.tip", ProblemText.detail(problem));
        }
        SetupStatus setup = StateBadges.setup(sandbox.reported());
        if (setup != null) {
            return setup.running()
                    ? TEXTS.get("head.setup.running", setup.step(), setup.steps(), setup.label())
                    : TEXTS.get(
                            "head.setup.incomplete",
                            FigureFormat.printable(setup.detail() == null ? "" : setup.detail()),
                            sandbox.name());
        }
        return StateBadges.hasSavedMemory(sandbox.reported())
                ? StateBadges.kept(sandbox.reported())
                : StateBadges.word(sandbox.reported());
    }

    /// The project's git branch, or why there is none.
    String branch() {
        String git = sandbox.reported().branch();
        if (git != null) {
            return FigureFormat.printable(git);
        }
        return TEXTS.get(sandbox.reported().spec().plainFolder() ? "head.plain" : "head.nobranch");
    }

    /// The user wants to see the fetched changes of a sandbox that failed.
    void review() {
        reviewing = true;
    }

    /// The user goes to a screen.
    void enter(ScreenKind kind) {
        reviewing &= kind == ScreenKind.CHANGES;
    }

    /// True if the steps of the start, or the problem, are shown in place of this screen; `standsAlone` is true
    /// for a screen that has something to show without a machine.
    boolean covers(ScreenKind kind, boolean standsAlone) {
        boolean nothingElse = switch (sandbox.state()) {
            case ERROR, STARTING -> true;
            case CREATED, RUNNING, STOPPING, STOPPED, DESTROYED -> false;
        };
        return nothingElse && !standsAlone && !(reviewing && kind == ScreenKind.CHANGES);
    }
}
