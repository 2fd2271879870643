package dev.belljar.app.shell;

import dev.belljar.app.changes.ChangesView;
import dev.belljar.app.changes.CompareView;
import dev.belljar.app.inbox.QuestionDeeds;
import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.Between;
import dev.belljar.app.live.Cell;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.Questions;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.log.LogView;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Room;
import dev.belljar.app.network.NetworkView;
import dev.belljar.app.processes.ProcessesView;
import dev.belljar.app.snapshots.MomentDeeds;
import dev.belljar.app.snapshots.SnapshotsView;
import dev.belljar.app.terminal.TerminalRoom;
import java.util.function.IntConsumer;

/// Makes the rooms of a sandbox; the one place that knows which feature draws which room.
final class RoomMaker {
    private final Desk desk;
    private final Wishes wishes;
    private final FrameModel model;
    private final Cell<HostPicture> host;
    private final MomentDeeds moments;
    private final Cell<Questions> waiting;
    private final QuestionDeeds questions;
    private final KeptTerminals terminals;

    RoomMaker(
            Services services,
            Desk desk,
            FrameModel model,
            SandboxDeeds deeds,
            MomentDeeds moments,
            QuestionDeeds questions) {
        this.host = services.host().picture();
        this.waiting = services.questions().questions();
        this.wishes = services.wishes();
        this.questions = questions;
        this.moments = moments;
        this.desk = desk;
        this.model = model;
        this.terminals = new KeptTerminals(project -> new TerminalRoom(project, wishes, desk, deeds::start));
    }

    /// What stays when its sandbox is left; who made this closes them.
    KeptTerminals terminals() {
        return terminals;
    }

    /// Whether a room stays when its sandbox is left, so that whoever asked for it does not close it.
    static boolean stays(RoomKind kind) {
        return kind == RoomKind.TERMINAL;
    }

    /// A room; who asked closes it, unless it stays. `waits` is told how much in it waits for the person, where the
    /// room alone knows.
    Room make(RoomKind kind, ProjectPicture project, SandboxWatch watch, IntConsumer waits) {
        return switch (kind) {
            case TERMINAL -> terminals.enter(project, waits);
            case PROCESSES -> new ProcessesView(watch, desk, words -> model.seek(RoomKind.NETWORK, words));
            case CHANGES -> new ChangesView(project.id(), watch, wishes, desk);
            case NETWORK ->
                new NetworkView(
                        project.id(),
                        watch,
                        waiting,
                        desk,
                        new NetworkActs(project, questions, wishes.policies(), desk, model));
            case SNAPSHOTS -> new SnapshotsView(project.id(), host, wishes, desk, moments);
            case LOG -> new LogView(watch, desk);
        };
    }

    /// What differs between two moments; who asked closes it.
    Room compare(Between between) {
        return new CompareView(between, wishes, model::compare, () -> model.room(RoomKind.CHANGES));
    }
}
