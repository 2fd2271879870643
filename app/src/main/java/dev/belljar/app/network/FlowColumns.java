package dev.belljar.app.network;

import dev.belljar.app.action.Actions;
import dev.belljar.app.table.TableColumnSpec;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The columns of the network table; less important ones are hidden first when space is short.
final class FlowColumns {
    private static final Texts TEXTS = Texts.of(FlowColumns.class);

    private FlowColumns() {}

    static List<TableColumnSpec<FlowLine>> of(UiContext context, Actions actions, Consumer<FlowLine> toggle) {
        List<TableColumnSpec<FlowLine>> columns = new ArrayList<>(origin(context));
        columns.addAll(destination(toggle));
        columns.addAll(outcome(actions));
        return List.copyOf(columns);
    }

    /// When a flow was opened, and by which process.
    private static List<TableColumnSpec<FlowLine>> origin(UiContext context) {
        return List.of(
                TableColumnSpec.<FlowLine>words(
                                TEXTS.get("network.column.time"),
                                82,
                                l -> context.time(l.flow().started()),
                                "sm",
                                "muted")
                        .sorted(Comparator.comparingLong(l -> l.flow().started()))
                        .from(900),
                TableColumnSpec.<FlowLine>words(
                        TEXTS.get("network.column.process"),
                        120,
                        l -> FigureFormat.printable(l.process()),
                        "mono",
                        "m12"));
    }

    /// Where a flow goes.
    private static List<TableColumnSpec<FlowLine>> destination(Consumer<FlowLine> toggle) {
        return List.of(
                new TableColumnSpec<FlowLine>(
                        TEXTS.get("network.column.name"), 0, false, () -> new DestinationCell(toggle), null),
                TableColumnSpec.<FlowLine>words(
                                TEXTS.get("network.column.address"),
                                162,
                                l -> l.flow().dst(),
                                "mono",
                                "m12",
                                "muted")
                        .from(1000),
                TableColumnSpec.<FlowLine>words(
                                TEXTS.get("network.column.protocol"),
                                88,
                                l -> l.flow().proto().toUpperCase(Locale.ROOT),
                                "sm",
                                "muted")
                        .from(900));
    }

    /// How much was exchanged, and whether and why it was allowed.
    private static List<TableColumnSpec<FlowLine>> outcome(Actions actions) {
        return List.of(
                TableColumnSpec.<FlowLine>amount(TEXTS.get("network.column.up"), 80, l -> bytes(l, l.up()))
                        .sorted(Comparator.comparingLong(FlowLine::up)),
                TableColumnSpec.<FlowLine>amount(TEXTS.get("network.column.down"), 82, l -> bytes(l, l.down()))
                        .sorted(Comparator.comparingLong(FlowLine::down)),
                new TableColumnSpec<FlowLine>(TEXTS.get("network.column.verdict"), 188, false, VerdictCell::new, null),
                new TableColumnSpec<FlowLine>(
                                TEXTS.get("network.column.rule"), 184, false, () -> new RuleCell(actions), null)
                        .from(830));
    }

    /// A waiting flow has sent nothing yet.
    private static FigureFormat.@Nullable FormattedAmount bytes(FlowLine line, long bytes) {
        return line.held() == null ? FigureFormat.bytes(bytes) : null;
    }
}
