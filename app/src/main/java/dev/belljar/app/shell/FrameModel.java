package dev.belljar.app.shell;

import dev.belljar.app.state.ComparisonKey;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.ProjectState;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Where the person is, and where the keys take them from here.
public final class FrameModel {
    private final ReadOnlyObjectWrapper<Location> place = new ReadOnlyObjectWrapper<>(new Location.Home());
    private ScreenKind lastScreen = ScreenKind.TERMINAL;

    /// The place, watched by the frame.
    public ReadOnlyObjectProperty<Location> place() {
        return place.getReadOnlyProperty();
    }

    /// Goes somewhere.
    public void go(Location next) {
        if (next instanceof Location.Inside inside) {
            lastScreen = inside.screen();
        }
        place.set(next);
    }

    /// Goes into a sandbox, to the room the person was in last.
    public void enter(String name) {
        go(new Location.Inside(name, lastScreen));
    }

    /// Goes to another room of the same sandbox; elsewhere it does nothing.
    public void screen(ScreenKind screen) {
        if (place.get() instanceof Location.Inside inside) {
            go(new Location.Inside(inside.name(), screen));
        }
    }

    /// Shows which files differ between two moments of the sandbox the person is in.
    public void compare(ComparisonKey between) {
        if (place.get() instanceof Location.Inside inside) {
            go(new Location.Inside(inside.name(), ScreenKind.CHANGES, between, null));
        }
    }

    /// Goes to another room of the same sandbox and brings what these words name into sight.
    public void seek(ScreenKind screen, String words) {
        if (place.get() instanceof Location.Inside inside) {
            go(new Location.Inside(inside.name(), screen, null, words));
        }
    }

    /// Goes to the next sandbox (or the one before), around the end.
    public void step(HostState state, int by) {
        List<String> names = state.projects().stream().map(ProjectState::name).toList();
        if (!names.isEmpty()) {
            int at = place.get() instanceof Location.Inside inside ? names.indexOf(inside.name()) : by > 0 ? -1 : 0;
            enter(names.get(Math.floorMod(at + by, names.size())));
        }
    }

    /// Leaves a sandbox that is no longer there.
    public void reconcile(HostState state) {
        if (state.link() == HostState.Link.UP
                && place.get() instanceof Location.Inside inside
                && state.project(inside.name()).isEmpty()) {
            go(new Location.Home());
        }
    }
}
