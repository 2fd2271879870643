package dev.belljar.app.shell;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.terminal.TerminalRoom;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/// The terminals of every sandbox the person has been in: what runs in them goes on wherever in the window the person
/// is, until the sandbox is gone or the window closed.
final class KeptTerminals implements AutoCloseable {
    private final Map<String, TerminalRoom> rooms = new HashMap<>();
    /// Who shows them just now, by sandbox.
    private final Map<String, IntConsumer> shown = new HashMap<>();
    private final Function<ProjectState, TerminalRoom> making;
    private ObjIntConsumer<String> told = (id, count) -> {};

    KeptTerminals(Function<ProjectState, TerminalRoom> making) {
        this.making = making;
    }

    /// Who is told, by the sandbox's id, how many of its terminals wait for the person, wherever the person is.
    void tell(ObjIntConsumer<String> listener) {
        told = listener;
    }

    /// Those of this sandbox, made when they are first asked for; `waits` is told how many of them wait for the
    /// person, until they are left.
    TerminalRoom enter(ProjectState project, IntConsumer waits) {
        TerminalRoom room = rooms.get(project.id());
        if (room == null) {
            room = making.apply(project);
            rooms.put(project.id(), room);
        }
        shown.put(project.id(), waits);
        room.tell(count -> waiting(project.id(), count));
        room.show(project);
        return room;
    }

    private void waiting(String id, int count) {
        IntConsumer view = shown.get(id);
        if (view != null) {
            view.accept(count);
        }
        told.accept(id, count);
    }

    /// The person is elsewhere now.
    void leave(String id) {
        shown.remove(id);
    }

    /// Shows all of them how their machines are, and ends those of sandboxes that are gone.
    void show(HostState picture) {
        Map<String, ProjectState> there = new HashMap<>();
        picture.projects().forEach(project -> there.put(project.id(), project));
        rooms.entrySet().removeIf(kept -> {
            ProjectState project = there.get(kept.getKey());
            if (project == null) {
                kept.getValue().close();
                return true;
            }
            kept.getValue().show(project);
            return false;
        });
    }

    @Override
    public void close() {
        rooms.values().forEach(TerminalRoom::close);
        rooms.clear();
    }
}
