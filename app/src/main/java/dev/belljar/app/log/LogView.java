package dev.belljar.app.log;

import dev.belljar.app.sandbox.LogLine;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.table.TableColumnSpec;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The events and the console of a sandbox, the newest first.
public final class LogView implements ScreenView {
    private static final Texts TEXTS = Texts.of(LogView.class);
    private static final List<LogModel.LogFilter> KINDS =
            List.of(LogModel.LogFilter.ALL, LogModel.LogFilter.EVENTS, LogModel.LogFilter.CONSOLE);

    private final LogModel model = new LogModel();
    private final DenseTable<LogLine> table;
    private final Label count = UiParts.text("", "sm", "muted");
    private final VBox all;
    private final WatchRegistration registration;

    public LogView(SandboxWatch watch, UiContext context) {
        table = new DenseTable<>(
                List.of(
                        TableColumnSpec.<LogLine>words(
                                TEXTS.get("log.column.time"), 96, l -> context.time(l.ts()), "sm", "muted"),
                        new TableColumnSpec<LogLine>(TEXTS.get("log.column.kind"), 104, false, KindCell::new, null),
                        new TableColumnSpec<LogLine>(TEXTS.get("log.column.what"), 0, false, WhatCell::new, null)),
                line -> line,
                line -> false);
        table.placeholder(
                EmptyState.screen(Feather.FILE_TEXT, TEXTS.get("log.empty.title"), TEXTS.get("log.empty.text")));
        all = UiParts.column(0, tools(), UiParts.growing(table));
        registration = watch.log().watch(next -> {
            model.show(next);
            if (all.getScene() != null) {
                draw(table::show);
            }
        });
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public boolean standsAlone() {
        return true;
    }

    @Override
    public void shown() {
        draw(table::show);
        table.enter();
    }

    @Override
    public void close() {
        registration.close();
    }

    private HBox tools() {
        SearchField search = new SearchField(TEXTS.get("log.filter"), 232, "", words -> {
            model.filter(words);
            draw(table::replace);
        });
        table.typing(search);
        table.menu(line -> List.of(ContextMenus.copy(TEXTS.get("log.copy"), FigureFormat.printable(line.words()))));
        SegmentedControl kinds = new SegmentedControl(index -> {
            model.kinds(KINDS.get(index));
            draw(table::show);
        });
        kinds.with(null, TEXTS.get("log.kind.all"))
                .with(null, TEXTS.get("log.kind.events"))
                .with(null, TEXTS.get("log.kind.console"));
        HBox tools = new HBox(search, kinds, UiParts.grow(), count);
        tools.getStyleClass().add("tools");
        return tools;
    }

    private void draw(Consumer<List<LogLine>> rows) {
        List<LogLine> shown = model.lines();
        count.setText(TEXTS.get("log.count", shown.size()));
        rows.accept(shown);
    }
}
