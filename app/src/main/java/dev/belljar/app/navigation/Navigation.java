package dev.belljar.app.navigation;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.work.ComparisonKey;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Keeps the location that the window shows, moves to other screens, and opens dialogs.
public final class Navigation {
    private final ReadOnlyObjectWrapper<Location> place = new ReadOnlyObjectWrapper<>(new Location.HomeScreen());
    private ScreenKind lastScreen = ScreenKind.TERMINAL;
    private Consumer<DialogKind> dialogs = dialog -> {};
    private Runnable again = () -> {};

    /// The current location.
    public ReadOnlyObjectProperty<Location> place() {
        return place.getReadOnlyProperty();
    }

    /// Goes to a location. If the window shows it already, its screen is shown again, which gives it the keyboard.
    public void go(Location next) {
        if (next instanceof Location.SandboxScreen inside) {
            lastScreen = inside.screen();
        }
        if (next.equals(place.get())) {
            again.run();
        } else {
            place.set(next);
        }
    }

    /// Sets what runs when the current location is chosen again.
    public void onAgain(Runnable listener) {
        again = listener;
    }

    /// Opens a dialog above the current location.
    public void open(DialogKind dialog) {
        dialogs.accept(dialog);
    }

    /// Sets what opens dialogs.
    public void onDialog(Consumer<DialogKind> opener) {
        dialogs = opener;
    }

    /// Goes to a sandbox, to the kind of screen that was shown last.
    public void enter(String name) {
        go(new Location.SandboxScreen(name, lastScreen));
    }

    /// Goes to the review of a sandbox's work.
    public void review(String name) {
        go(new Location.SandboxScreen(name, ScreenKind.CHANGES));
    }

    /// Goes to another screen of the same sandbox; does nothing outside a sandbox.
    public void screen(ScreenKind screen) {
        if (place.get() instanceof Location.SandboxScreen inside) {
            go(new Location.SandboxScreen(inside.name(), screen));
        }
    }

    /// Shows which files differ between two states of the current sandbox.
    public void compare(ComparisonKey between) {
        if (place.get() instanceof Location.SandboxScreen inside) {
            go(new Location.SandboxScreen(inside.name(), ScreenKind.CHANGES, between, null));
        }
    }

    /// Goes to another screen of the same sandbox and shows there what this text names.
    public void seek(ScreenKind screen, String words) {
        if (place.get() instanceof Location.SandboxScreen inside) {
            go(new Location.SandboxScreen(inside.name(), screen, null, words));
        }
    }

    /// Goes to the next sandbox or the previous one, wrapping around at the ends.
    public void step(HostState state, int by) {
        List<String> names =
                state.sandboxes().stream().map(SandboxViewState::name).toList();
        if (!names.isEmpty()) {
            int at = place.get() instanceof Location.SandboxScreen inside
                    ? names.indexOf(inside.name())
                    : by > 0 ? -1 : 0;
            enter(names.get(Math.floorMod(at + by, names.size())));
        }
    }

    /// Goes home if the current sandbox no longer exists.
    public void reconcile(HostState state) {
        if (state.connection() == HostState.AgentConnection.UP
                && place.get() instanceof Location.SandboxScreen inside
                && state.sandbox(inside.name()).isEmpty()) {
            go(new Location.HomeScreen());
        }
    }
}
