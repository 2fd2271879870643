package dev.belljar.app.shell;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.look.Overlay;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/// The keys that work everywhere; a filter, so that a terminal does not swallow them.
final class Keys {
    private final FrameModel model;
    private final Commands commands;
    private final Sidebar sidebar;
    private final Overlay overlay;
    private final Supplier<HostPicture> picture;

    Keys(FrameModel model, Commands commands, Sidebar sidebar, Overlay overlay, Supplier<HostPicture> picture) {
        this.model = model;
        this.commands = commands;
        this.sidebar = sidebar;
        this.overlay = overlay;
        this.picture = picture;
    }

    void install(Scene scene) {
        scene.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (!overlay.busy() && (e.isControlDown() ? control(e, scene) : plain(e, scene))) {
                e.consume();
            }
        });
    }

    private boolean control(KeyEvent e, Scene scene) {
        Optional<RoomKind> room =
                e.getCode().isDigitKey() ? RoomKind.numbered(e.getCode().getName()) : Optional.empty();
        if (room.isPresent()) {
            model.room(room.get());
            return true;
        }
        switch (e.getCode()) {
            case TAB -> model.step(picture.get(), e.isShiftDown() ? -1 : 1);
            case K -> commands.palette();
            case DIGIT0, NUMPAD0 -> commands.inbox();
            case N -> {
                // A key of Zellij's, and of many editors.
                if (inTerminal(scene.getFocusOwner())) {
                    return false;
                }
                commands.add();
            }
            case S -> {
                // Programs in a terminal have a use of their own for this one.
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
                && model.place().get() instanceof Place.Home
                && !(scene.getFocusOwner() instanceof TextInputControl)) {
            sidebar.search();
            return true;
        }
        return false;
    }
}
