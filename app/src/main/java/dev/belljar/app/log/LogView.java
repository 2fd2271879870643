package dev.belljar.app.log;

import dev.belljar.app.live.LogLine;
import dev.belljar.app.live.Pin;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.look.Column;
import dev.belljar.app.look.DenseTable;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Menus;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.app.look.SearchField;
import dev.belljar.app.look.Segments;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A sandbox's own events and its console, the newest first.
public final class LogView implements Room {
    private final DenseTable<LogLine> table;
    private final Label count = Parts.text("", "sm", "muted");
    private final VBox all;
    private final Pin pin;
    private List<LogLine> lines = List.of();
    private String filter = "";
    private int which;

    public LogView(SandboxWatch watch, Desk desk) {
        table = new DenseTable<>(
                List.of(
                        Column.<LogLine>words("Time", 96, l -> desk.time(l.ts()), "sm", "muted"),
                        new Column<LogLine>("Kind", 104, false, KindCell::new, null),
                        Column.<LogLine>words("What happened", 0, l -> Figures.printable(l.words()), "plain")),
                line -> line,
                line -> false);
        table.placeholder(Empty.screen(
                Feather.FILE_TEXT,
                "Nothing written down yet",
                "Starts, stops, syncs, gaps and the console appear here."));
        all = Parts.column(0, tools(), Parts.growing(table));
        pin = watch.log().watch(next -> {
            lines = next;
            if (all.getScene() != null) {
                draw();
            }
        });
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        draw();
        table.enter();
    }

    @Override
    public void close() {
        pin.close();
    }

    private HBox tools() {
        SearchField search = new SearchField("Filter", 232, "", words -> {
            filter = words.toLowerCase(Locale.ROOT);
            draw();
        });
        table.typing(search);
        table.menu(line -> List.of(Menus.copy("Copy line", Figures.printable(line.words()))));
        Segments kinds = new Segments(index -> {
            which = index;
            draw();
        });
        kinds.with(null, "All").with(null, "Events").with(null, "Console");
        HBox tools = new HBox(search, kinds, Parts.grow(), count);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private void draw() {
        List<LogLine> shown = lines.stream()
                .filter(l -> which == 0 || (which == 2) == l.kind().equals("console"))
                .filter(l ->
                        filter.isEmpty() || l.words().toLowerCase(Locale.ROOT).contains(filter))
                .toList()
                .reversed();
        count.setText(Figures.many(shown.size(), "line", "lines"));
        table.show(shown);
    }
}
