package dev.belljar.app.shell;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.terminal.TerminalsView;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The terminals of every sandbox the person has been in: what runs in them goes on wherever in the window the person
/// is, until the sandbox is gone or the window closed.
final class KeptTerminals implements AutoCloseable {
    private final Map<String, TerminalsView> screens = new HashMap<>();
    private final Map<String, Integer> waiting = new HashMap<>();
    private final Function<ProjectState, TerminalsView> making;
    private Runnable told = () -> {};

    KeptTerminals(Function<ProjectState, TerminalsView> making) {
        this.making = making;
    }

    /// Who is told that another number of terminals waits for the person, wherever the person is.
    void tell(Runnable listener) {
        told = listener;
    }

    /// How many wait for the person, by the id of their sandbox.
    Map<String, Integer> waiting() {
        return Map.copyOf(waiting);
    }

    /// Those of this sandbox, made when they are first asked for.
    TerminalsView enter(ProjectState project) {
        TerminalsView screen = screens.get(project.id());
        if (screen == null) {
            screen = making.apply(project);
            screens.put(project.id(), screen);
        }
        screen.tell(count -> waiting(project.id(), count));
        screen.show(project);
        return screen;
    }

    private void waiting(String id, int count) {
        Integer before = waiting.put(id, count);
        if (before == null || before != count) {
            told.run();
        }
    }

    /// Shows all of them how their machines are, and ends those of sandboxes that are gone.
    void show(HostState state) {
        Map<String, ProjectState> there = new HashMap<>();
        state.projects().forEach(project -> there.put(project.id(), project));
        screens.entrySet().removeIf(kept -> {
            ProjectState project = there.get(kept.getKey());
            if (project == null) {
                kept.getValue().close();
                waiting.remove(kept.getKey());
                return true;
            }
            kept.getValue().show(project);
            return false;
        });
    }

    @Override
    public void close() {
        screens.values().forEach(TerminalsView::close);
        screens.clear();
    }
}
