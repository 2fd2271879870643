package dev.belljar.app.shell;

import dev.belljar.app.live.Between;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Where the person is, and where the keys take them from here.
public final class FrameModel {
    private final ReadOnlyObjectWrapper<Place> place = new ReadOnlyObjectWrapper<>(new Place.Home());
    private RoomKind lastRoom = RoomKind.TERMINAL;

    /// The place, watched by the frame.
    public ReadOnlyObjectProperty<Place> place() {
        return place.getReadOnlyProperty();
    }

    /// Goes somewhere.
    public void go(Place next) {
        if (next instanceof Place.Inside inside) {
            lastRoom = inside.room();
        }
        place.set(next);
    }

    /// Goes into a sandbox, to the room the person was in last.
    public void enter(String name) {
        go(new Place.Inside(name, lastRoom));
    }

    /// Goes to another room of the same sandbox; elsewhere it does nothing.
    public void room(RoomKind room) {
        if (place.get() instanceof Place.Inside inside) {
            go(new Place.Inside(inside.name(), room));
        }
    }

    /// Shows which files differ between two moments of the sandbox the person is in.
    public void compare(Between between) {
        if (place.get() instanceof Place.Inside inside) {
            go(new Place.Inside(inside.name(), RoomKind.CHANGES, between, null));
        }
    }

    /// Goes to another room of the same sandbox and brings what these words name into sight.
    public void seek(RoomKind room, String words) {
        if (place.get() instanceof Place.Inside inside) {
            go(new Place.Inside(inside.name(), room, null, words));
        }
    }

    /// Goes to the next sandbox (or the one before), around the end.
    public void step(HostPicture picture, int by) {
        List<String> names =
                picture.projects().stream().map(ProjectPicture::name).toList();
        if (!names.isEmpty()) {
            int at = place.get() instanceof Place.Inside inside ? names.indexOf(inside.name()) : by > 0 ? -1 : 0;
            enter(names.get(Math.floorMod(at + by, names.size())));
        }
    }

    /// Leaves a sandbox that is no longer there.
    public void reconcile(HostPicture picture) {
        if (picture.link() == HostPicture.Link.UP
                && place.get() instanceof Place.Inside inside
                && picture.project(inside.name()).isEmpty()) {
            go(new Place.Home());
        }
    }
}
