package dev.belljar.app.shell;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.terminal.TerminalRoom;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/// The terminals of every sandbox the person has been in: what runs in them goes on wherever in the window the person
/// is, until the sandbox is gone or the window closed.
final class KeptTerminals implements AutoCloseable {
    private final Map<String, TerminalRoom> rooms = new HashMap<>();
    private final Function<ProjectPicture, TerminalRoom> making;

    KeptTerminals(Function<ProjectPicture, TerminalRoom> making) {
        this.making = making;
    }

    /// Those of this sandbox, made when they are first asked for; `waits` is told how many of them wait for the
    /// person, until they are left.
    TerminalRoom enter(ProjectPicture project, IntConsumer waits) {
        TerminalRoom room = rooms.computeIfAbsent(project.id(), id -> making.apply(project));
        room.show(project);
        room.tell(waits);
        return room;
    }

    /// The person is elsewhere now.
    void leave(String id) {
        TerminalRoom room = rooms.get(id);
        if (room != null) {
            room.tell(null);
        }
    }

    /// Shows all of them how their machines are, and ends those of sandboxes that are gone.
    void show(HostPicture picture) {
        Map<String, ProjectPicture> there = new HashMap<>();
        picture.projects().forEach(project -> there.put(project.id(), project));
        rooms.entrySet().removeIf(kept -> {
            ProjectPicture project = there.get(kept.getKey());
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
