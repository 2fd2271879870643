package dev.belljar.app.shell;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.ProjectState;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.UiParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// `Ctrl K`: type a few letters, press Enter, be there or have it done.
final class CommandPalette extends VBox {
    /// Something that can be reached.
    record Entry(Feather icon, String words, String detail, String key, Runnable action) {
        boolean matches(String query) {
            String all = (words + " " + detail).toLowerCase(Locale.ROOT);
            return Stream.of(query.toLowerCase(Locale.ROOT).split(" ")).allMatch(all::contains);
        }
    }

    private final DialogLayer overlay;
    private final List<Entry> entries;
    private final Consumer<String> add;
    private final TextField query = new TextField();
    private final ListView<Entry> list = new ListView<>();
    private final Label found = UiParts.text("", "sm", "muted");

    private CommandPalette(DialogLayer overlay, List<Entry> entries, Consumer<String> add) {
        this.add = add;
        this.overlay = overlay;
        this.entries = entries;
        getStyleClass().add("dialog-box");
        setPrefWidth(640);
        query.setPromptText("Go to a project or a room, do something, or type a folder to add");
        query.getStyleClass().add("bare");
        query.textProperty().addListener((at, was, now) -> filter(now.strip()));
        query.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        list.getStyleClass().add("palette-list");
        list.setFixedCellSize(36);
        list.setFocusTraversable(false);
        list.setCellFactory(view -> new EntryCell());
        list.setOnMouseClicked(e -> act());
        HBox top = new HBox(Icon.of(Feather.SEARCH, 16, "faint"), UiParts.growing(query));
        top.getStyleClass().add("palette-query");
        HBox foot = new HBox(
                UiParts.row(4, UiParts.key("↑"), UiParts.key("↓"), UiParts.text(" move", "sm", "muted")),
                UiParts.row(4, UiParts.key("Enter"), UiParts.text(" go", "sm", "muted")),
                UiParts.row(4, UiParts.key("Esc"), UiParts.text(" close", "sm", "muted")),
                UiParts.grow(),
                found);
        foot.getStyleClass().add("palette-foot");
        getChildren().addAll(top, list, foot);
        filter("");
    }

    /// Opens it; `add` takes the path of a project that is typed in full.
    static void open(DialogLayer overlay, List<Entry> entries, Consumer<String> add) {
        CommandPalette palette = new CommandPalette(overlay, entries, add);
        overlay.open(palette, Pos.TOP_CENTER, new Insets(96, 0, 0, 0));
        palette.query.requestFocus();
    }

    static List<Entry> entries(HostState picture, FrameModel model, FrameActions commands, WindowSandboxActions deeds) {
        List<Entry> entries = new ArrayList<>();
        if (model.place().get() instanceof Location.Inside inside) {
            for (ScreenKind room : ScreenKind.values()) {
                entries.add(new Entry(
                        Feather.CORNER_DOWN_RIGHT, room.title(), inside.name(), room.key(), () -> model.room(room)));
            }
            picture.project(inside.name()).ifPresent(p -> {
                entries.add(new Entry(Feather.REFRESH_CW, "Sync", p.name(), "", () -> deeds.review(p)));
                entries.add(new Entry(Feather.SHIELD, "Network policy", p.name(), "", () -> deeds.policy(p)));
                entries.add(new Entry(Feather.USER_CHECK, "SSH keys", p.name(), "", () -> deeds.keys(p)));
                entries.addAll(states(p, commands, deeds));
            });
        }
        for (ProjectState project : picture.projects()) {
            entries.add(new Entry(Feather.BOX, project.name(), "project", "", () -> model.enter(project.name())));
        }
        entries.add(new Entry(Feather.BELL, "Waiting for you", "questions", "Ctrl 0", commands::inbox));
        entries.add(new Entry(Feather.GRID, "All projects", "", "", () -> model.go(new Location.Home())));
        entries.add(new Entry(Feather.TRASH_2, "Trash", "", "", () -> model.go(new Location.Trash())));
        entries.add(new Entry(Feather.HARD_DRIVE, "Storage: disk quotas of sandboxes", "storage", "", deeds::storage));
        entries.add(new Entry(Feather.CLOCK, "How long machines are kept", "retention", "", deeds::retention));
        entries.add(new Entry(Feather.ACTIVITY, "Doctor", "", "", () -> model.go(new Location.Doctor())));
        entries.add(new Entry(Feather.LOCK, "Trust addresses in browsers", "", "", deeds::askTrust));
        entries.add(new Entry(Feather.PLUS, "Add project", "", "Ctrl N", commands::add));
        entries.add(new Entry(Feather.MOON, "Light or dark", "", "", commands::switchTheme));
        entries.add(new Entry(Feather.ROTATE_CW, "Ask again", "", "F5", commands::refresh));
        return entries;
    }

    private static List<Entry> states(ProjectState p, FrameActions commands, WindowSandboxActions deeds) {
        if (!p.running()) {
            return List.of(new Entry(Feather.PLAY, ActionMenu.startWord(p), p.name(), "", () -> deeds.start(p)));
        }
        return List.of(
                new Entry(Feather.CAMERA, "Snapshot", p.name(), "Ctrl S", commands::snapshot),
                new Entry(Feather.GIT_BRANCH, "Branch", p.name(), "", () -> deeds.branch(p)),
                new Entry(Feather.KEY, "Identity", p.name(), "", () -> deeds.identity(p)),
                new Entry(Feather.MOON, "Hibernate", p.name(), "", () -> deeds.hibernate(p)),
                new Entry(Feather.SQUARE, "Shut down", p.name(), "", () -> deeds.stop(p)));
    }

    private void filter(String words) {
        list.getItems().setAll(entries.stream().filter(e -> e.matches(words)).toList());
        if (words.startsWith("/") || words.startsWith("~/")) {
            list.getItems().addFirst(new Entry(Feather.PLUS, "Add project", words, "", () -> add.accept(words)));
        }
        list.getSelectionModel().selectFirst();
        list.setPrefHeight(Math.clamp(list.getItems().size(), 1, 10) * 36.0 + 10);
        found.setText(Math.min(list.getItems().size(), entries.size()) + " of " + entries.size());
    }

    private void key(KeyEvent e) {
        int at = list.getSelectionModel().getSelectedIndex();
        int size = list.getItems().size();
        if (e.getCode() == KeyCode.DOWN || e.getCode() == KeyCode.UP) {
            int next = size == 0 ? 0 : Math.floorMod(at + (e.getCode() == KeyCode.DOWN ? 1 : -1), size);
            list.getSelectionModel().select(next);
            list.scrollTo(Math.max(0, next - 4));
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER) {
            act();
            e.consume();
        }
    }

    private void act() {
        Entry entry = list.getSelectionModel().getSelectedItem();
        if (entry != null) {
            overlay.close();
            entry.action().run();
        }
    }

    /// One line of the list.
    private static final class EntryCell extends ListCell<Entry> {
        @Override
        protected void updateItem(Entry entry, boolean empty) {
            super.updateItem(entry, empty);
            if (empty || entry == null) {
                setGraphic(null);
                return;
            }
            HBox row = UiParts.row(
                    12,
                    Icon.of(entry.icon()),
                    UiParts.text(entry.words()),
                    UiParts.growing(UiParts.cut(entry.detail(), "muted")));
            Stream.of(entry.key().split(" "))
                    .filter(k -> !k.isEmpty())
                    .forEach(k -> row.getChildren().add(UiParts.key(k)));
            row.setPadding(new Insets(0, 12, 0, 12));
            setGraphic(row);
        }
    }
}
