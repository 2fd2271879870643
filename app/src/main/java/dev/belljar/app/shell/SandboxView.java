package dev.belljar.app.shell;

import dev.belljar.app.live.Between;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.Pin;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.Questions;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// One sandbox from all sides: header, tabs, and the rooms, each made when it is first entered.
final class SandboxView implements Room {
    private final SandboxWatch watch;
    private final RoomMaker maker;
    private final SandboxHead head;
    private final RoomTabs tabs;
    private final StackPane content = new StackPane();
    private final Map<RoomKind, Room> rooms = new EnumMap<>(RoomKind.class);
    private final VBox all;
    private final Pin pins;
    private ProjectPicture project;
    private HostPicture host;
    private RoomKind current = RoomKind.TERMINAL;
    private @Nullable Between compared;
    private @Nullable Room comparison;

    SandboxView(
            ProjectPicture project,
            HostPicture host,
            SandboxWatch watch,
            SandboxHead head,
            RoomMaker maker,
            FrameModel model) {
        this.project = project;
        this.host = host;
        this.watch = watch;
        this.head = head;
        this.maker = maker;
        this.tabs = new RoomTabs(model::room);
        content.setMinSize(0, 0);
        tabs.setMinWidth(0);
        all = Parts.column(0, head, tabs, Parts.growing(content));
        all.setMinWidth(0);
        pins = Pin.all(List.of(
                watch.work().watch(work -> {
                    tabs.count(RoomKind.CHANGES, work.files());
                    head.show(this.project, this.host, work);
                }),
                watch.flows().watch(flows -> tabs.count(RoomKind.NETWORK, flows.total())),
                watch.policy().watch(head::policy),
                watch.routes().watch(head::routes)));
    }

    String id() {
        return project.id();
    }

    /// What is known of the work in it.
    WorkPicture work() {
        return watch.work().now();
    }

    /// Brings a room to the front.
    void enter(RoomKind kind) {
        put(kind, rooms.computeIfAbsent(kind, k -> maker.make(k, project, watch, waiting -> tabs.held(k, waiting))));
        forget();
    }

    /// Shows what differs between two moments in place of the changes.
    void compare(Between between) {
        if (!between.equals(compared)) {
            forget();
            compared = between;
            comparison = maker.compare(between);
        }
        Room room = comparison;
        if (room != null) {
            put(RoomKind.CHANGES, room);
        }
    }

    @Override
    public void seek(String words) {
        Room room = rooms.get(current);
        if (room != null) {
            room.seek(words);
        }
    }

    /// Shows how many questions wait, of all sandboxes and of this one.
    void questions(Questions questions) {
        head.waiting(questions.waiting().size());
        tabs.held(RoomKind.NETWORK, questions.of(project.id()).size());
    }

    private void forget() {
        Room old = comparison;
        comparison = null;
        compared = null;
        if (old != null) {
            old.close();
        }
    }

    private void put(RoomKind kind, Room room) {
        current = kind;
        tabs.mark(kind);
        if (room.node() instanceof Region part) {
            part.setMinWidth(0);
        }
        content.getChildren().setAll(room.node());
        room.shown();
    }

    /// Shows newer figures in the header.
    void show(ProjectPicture next, HostPicture all) {
        boolean other = next.state() != project.state();
        project = next;
        host = all;
        head.show(next, all, watch.work().now());
        if (other) {
            watch.hurry();
        }
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void refresh() {
        watch.hurry();
        Room room = comparison == null ? rooms.get(current) : comparison;
        if (room != null) {
            room.refresh();
        }
    }

    @Override
    public void close() {
        pins.close();
        forget();
        rooms.forEach((kind, room) -> {
            if (!RoomMaker.stays(kind)) {
                room.close();
            }
        });
        maker.terminals().leave(project.id());
        watch.close();
    }
}
