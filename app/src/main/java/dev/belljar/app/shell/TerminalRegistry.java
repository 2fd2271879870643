package dev.belljar.app.shell;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.terminal.TerminalsView;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The terminals of every sandbox that was opened. They keep running whichever screen is shown, until the
/// sandbox no longer exists or the window closes.
final class TerminalRegistry implements AutoCloseable {
    private final Map<String, TerminalsView> screens = new HashMap<>();
    private final Map<String, Integer> waiting = new HashMap<>();
    private final Function<SandboxViewState, TerminalsView> making;
    private Runnable done = () -> {};

    TerminalRegistry(Function<SandboxViewState, TerminalsView> making) {
        this.making = making;
    }

    /// Sets what is called when the number of terminals that wait for the user changes.
    void tell(Runnable listener) {
        done = listener;
    }

    /// Returns the number of terminals that wait for the user, by the id of their sandbox.
    Map<String, Integer> waiting() {
        return Map.copyOf(waiting);
    }

    /// Returns the terminals of this sandbox, created at the first call.
    TerminalsView enter(SandboxViewState sandbox) {
        TerminalsView screen = screens.get(sandbox.id());
        if (screen == null) {
            screen = making.apply(sandbox);
            screens.put(sandbox.id(), screen);
        }
        screen.tell(count -> waiting(sandbox.id(), count));
        screen.show(sandbox);
        return screen;
    }

    private void waiting(String id, int count) {
        Integer before = waiting.put(id, count);
        if (before == null || before != count) {
            done.run();
        }
    }

    /// Passes the newest state to all terminals, and closes those of sandboxes that no longer exist.
    void show(HostState state) {
        Map<String, SandboxViewState> there = new HashMap<>();
        state.sandboxes().forEach(sandbox -> there.put(sandbox.id(), sandbox));
        screens.entrySet().removeIf(kept -> {
            SandboxViewState sandbox = there.get(kept.getKey());
            if (sandbox == null) {
                kept.getValue().close();
                waiting.remove(kept.getKey());
                return true;
            }
            kept.getValue().show(sandbox);
            return false;
        });
    }

    @Override
    public void close() {
        screens.values().forEach(TerminalsView::close);
        screens.clear();
    }
}
