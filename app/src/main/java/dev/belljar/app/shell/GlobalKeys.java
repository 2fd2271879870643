package dev.belljar.app.shell;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.ui.DialogLayer;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/// The shortcuts of the whole window; an event filter, so that a terminal does not consume them.
final class GlobalKeys {
    private final Navigation model;
    private final FrameActions commands;
    private final Sidebar sidebar;
    private final DialogLayer overlay;
    private final Supplier<HostState> state;

    GlobalKeys(
            Navigation model, FrameActions commands, Sidebar sidebar, DialogLayer overlay, Supplier<HostState> state) {
        this.model = model;
        this.commands = commands;
        this.sidebar = sidebar;
        this.overlay = overlay;
        this.state = state;
    }

    void install(Scene scene) {
        scene.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (!overlay.busy() && (e.isControlDown() ? control(e, scene) : plain(e, scene))) {
                e.consume();
            }
        });
    }

    private boolean control(KeyEvent e, Scene scene) {
        Optional<ScreenKind> room =
                e.getCode().isDigitKey() ? ScreenKind.numbered(e.getCode().getName()) : Optional.empty();
        if (room.isPresent()) {
            model.screen(room.get());
            return true;
        }
        switch (e.getCode()) {
            case TAB -> model.step(state.get(), e.isShiftDown() ? -1 : 1);
            case K -> commands.palette();
            case A -> {
                if (!e.isShiftDown()) {
                    return false;
                }
                commands.answer();
            }
            case DIGIT0, NUMPAD0 -> commands.inbox();
            case N -> {
                // Zellij and many editors use this key.
                if (inTerminal(scene.getFocusOwner())) {
                    return false;
                }
                model.open(new DialogKind.AddProject(null));
            }
            case S -> {
                // Programs in a terminal use this key.
                if (!e.isShiftDown() && inTerminal(scene.getFocusOwner())) {
                    return false;
                }
                commands.snapshot();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean inTerminal(@Nullable Node focus) {
        for (Node at = focus; at != null; at = at.getParent()) {
            if (at.getStyleClass().contains("terminal")) {
                return true;
            }
        }
        return false;
    }

    private boolean plain(KeyEvent e, Scene scene) {
        if (e.getCode() == KeyCode.F5) {
            commands.refresh();
            return true;
        } else if (e.getCode() == KeyCode.SLASH
                && model.place().get() instanceof Location.HomeScreen
                && !(scene.getFocusOwner() instanceof TextInputControl)) {
            sidebar.search();
            return true;
        }
        return false;
    }
}
