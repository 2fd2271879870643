package dev.belljar.app.ui;

import java.util.List;
import java.util.function.Supplier;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.kordamp.ikonli.feather.Feather;

/// Menus on things: opened by the other mouse button, by the menu key and by `Shift F10`.
public final class ContextMenus {
    private ContextMenus() {}

    /// An entry.
    public static MenuItem item(String words, Feather icon, Runnable action) {
        MenuItem item = new MenuItem(words, Icon.of(icon));
        item.setOnAction(e -> action.run());
        return item;
    }

    /// An entry that puts these words on the person's clipboard.
    public static MenuItem copy(String name, String words) {
        return item(name, Feather.COPY, () -> copied(words));
    }

    /// Puts these words on the person's clipboard.
    public static void copied(String words) {
        ClipboardContent content = new ClipboardContent();
        content.putString(words);
        Clipboard.getSystemClipboard().setContent(content);
    }

    /// Gives a node a menu made anew each time; opened by a key it stands at `anchor`. No entries, no menu.
    public static void on(Node node, Supplier<List<MenuItem>> items, Supplier<? extends Node> anchor) {
        ContextMenu menu = new ContextMenu();
        node.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, e -> {
            if (e.isKeyboardTrigger()) {
                show(menu, node, items, anchor.get());
            } else {
                menu.getItems().setAll(items.get());
                menu.show(node, e.getScreenX(), e.getScreenY());
            }
            e.consume();
        });
        // Not every desktop makes a request of these keys.
        node.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.CONTEXT_MENU || (e.getCode() == KeyCode.F10 && e.isShiftDown())) {
                show(menu, node, items, anchor.get());
                e.consume();
            }
        });
    }

    private static void show(ContextMenu menu, Node node, Supplier<List<MenuItem>> items, Node anchor) {
        Bounds at = anchor.localToScreen(anchor.getLayoutBounds());
        if (!menu.isShowing() && at != null) {
            menu.getItems().setAll(items.get());
            menu.show(node, at.getMinX() + 24, at.getMaxY());
        }
    }
}
