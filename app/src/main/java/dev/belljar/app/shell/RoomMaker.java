package dev.belljar.app.shell;

import dev.belljar.app.changes.ChangesView;
import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.log.LogView;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Room;
import dev.belljar.app.network.NetworkView;
import dev.belljar.app.processes.ProcessesView;
import dev.belljar.app.terminal.TerminalRoom;

/// Makes the rooms of a sandbox; the one place that knows which feature draws which room.
final class RoomMaker {
    private final Desk desk;
    private final Wishes wishes;
    private final FrameModel model;
    private final SandboxDeeds deeds;

    RoomMaker(Desk desk, Wishes wishes, FrameModel model, SandboxDeeds deeds) {
        this.desk = desk;
        this.wishes = wishes;
        this.model = model;
        this.deeds = deeds;
    }

    /// A new room; who asked closes it.
    Room make(RoomKind kind, ProjectPicture project, SandboxWatch watch) {
        return switch (kind) {
            case TERMINAL -> new TerminalRoom(project, wishes, desk, () -> deeds.start(project));
            case PROCESSES -> new ProcessesView(watch, desk);
            case CHANGES -> new ChangesView(project.id(), watch, wishes, desk);
            case NETWORK -> new NetworkView(watch, desk, () -> model.room(RoomKind.TERMINAL));
            case LOG -> new LogView(watch, desk);
        };
    }

    /// Whether a room must be made anew when the machine starts or stops.
    boolean dependsOnState(RoomKind kind) {
        return kind == RoomKind.TERMINAL;
    }
}
