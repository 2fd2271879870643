package dev.belljar.app.processes;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.table.TableColumnSpec;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The columns of the table of processes.
final class ProcessColumns {
    private static final Texts TEXTS = Texts.of(ProcessColumns.class);

    private ProcessColumns() {}

    /// Returns the columns; `fold` closes or opens the subtree of a process.
    static List<TableColumnSpec<ProcessItem>> of(UiContext context, ProcessesModel model, Consumer<ProcessItem> fold) {
        Comparator<ProcessItem> cpu =
                Comparator.comparingInt(l -> Objects.requireNonNullElse(l.row().cpuPermille(), -1));
        Comparator<ProcessItem> memory =
                Comparator.comparingLong(l -> Objects.requireNonNullElse(l.row().rss(), -1L));
        return List.of(
                new TableColumnSpec<>(
                        TEXTS.get("processes.column.name"), 224, false, () -> new ProcessNameCell(model, fold), null),
                TableColumnSpec.<ProcessItem>right(
                        TEXTS.get("processes.column.pid"),
                        56,
                        l -> Integer.toString(l.row().pid()),
                        "mono",
                        "m12",
                        "muted"),
                new TableColumnSpec<ProcessItem>(TEXTS.get("processes.column.cpu"), 84, false, CpuCell::new, null)
                        .sorted(cpu),
                TableColumnSpec.<ProcessItem>amount(TEXTS.get("processes.column.memory"), 84, ProcessColumns::memory)
                        .sorted(memory),
                TableColumnSpec.<ProcessItem>right(
                                TEXTS.get("processes.column.age"),
                                76,
                                l -> FigureFormat.span(span(l, model.time(context.now()))),
                                "sm")
                        .sorted(Comparator.comparingLong(l -> span(l, model.time(context.now()))))
                        .from(780),
                new TableColumnSpec<>(TEXTS.get("processes.column.exit"), 68, false, ExitCell::new, null),
                TableColumnSpec.<ProcessItem>middle(
                        TEXTS.get("processes.column.command"), 0, ProcessColumns::command, "mono", "m12", "muted"));
    }

    private static FigureFormat.@Nullable FormattedAmount memory(ProcessItem line) {
        Long rss = line.row().rss();
        return rss == null ? null : FigureFormat.bytes(rss);
    }

    private static long span(ProcessItem line, long now) {
        Long ended = line.row().ended();
        return (ended == null ? now : ended) - line.row().started();
    }

    /// The command line; empty if it is not known.
    static String command(ProcessItem line) {
        return line.row().argv().isEmpty()
                ? ""
                : FigureFormat.command(line.row().argv());
    }
}
