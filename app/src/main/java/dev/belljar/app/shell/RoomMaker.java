package dev.belljar.app.shell;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Room;
import dev.belljar.app.processes.ProcessesView;
import javafx.scene.Node;
import org.kordamp.ikonli.feather.Feather;

/// Makes the rooms of a sandbox; the one place that knows which feature draws which room.
final class RoomMaker {
    private final Desk desk;

    RoomMaker(Desk desk) {
        this.desk = desk;
    }

    /// A new room; who asked closes it.
    Room make(RoomKind kind, ProjectPicture project, SandboxWatch watch) {
        return switch (kind) {
            case PROCESSES -> new ProcessesView(watch, desk);
            case TERMINAL, CHANGES, NETWORK, LOG -> soon(kind);
        };
    }

    /// Whether a room must be made anew when the machine starts or stops.
    boolean dependsOnState(RoomKind kind) {
        return kind == RoomKind.TERMINAL;
    }

    private static Room soon(RoomKind kind) {
        Node node = Empty.screen(Feather.BOX, kind.title(), "Nothing to show yet.");
        return new Room() {
            @Override
            public Node node() {
                return node;
            }

            @Override
            public void close() {}
        };
    }
}
