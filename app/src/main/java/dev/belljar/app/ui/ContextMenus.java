package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
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

/// Context menus, opened by the secondary mouse button, by the menu key and by `Shift F10`.
public final class ContextMenus {
    private ContextMenus() {}

    /// Creates an entry.
    public static MenuItem item(String words, Feather icon, Runnable action) {
        MenuItem item = new MenuItem(words, Icon.of(icon));
        item.setOnAction(e -> action.run());
        return item;
    }

    /// Creates an entry that copies this text to the clipboard.
    public static MenuItem copy(String name, String words) {
        return item(name, Feather.COPY, () -> copied(words));
    }

    /// Copies this text to the clipboard.
    public static void copied(String words) {
        ClipboardContent content = new ClipboardContent();
        content.putString(words);
        Clipboard.getSystemClipboard().setContent(content);
    }

    /// Gives a node a context menu, whose entries are created each time it opens. A key opens it at `anchor`.
    /// Without entries no menu opens.
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
        // Not every desktop turns these keys into a context menu event.
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
