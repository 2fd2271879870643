package dev.belljar.app.network;

import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.TableColumnSpec;
import dev.belljar.app.ui.UiContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The columns of the network table; those that matter less go first where there is little room.
final class FlowColumns {
    private FlowColumns() {}

    static List<TableColumnSpec<FlowLine>> of(UiContext desk, NetworkViewActions deeds) {
        return List.of(
                TableColumnSpec.<FlowLine>words(
                                "Time", 94, l -> desk.time(l.flow().started()), "sm", "muted")
                        .sorted(Comparator.comparingLong(l -> l.flow().started()))
                        .from(900),
                TableColumnSpec.<FlowLine>words(
                        "Process", 124, l -> FigureFormat.printable(FlowModel.process(l.flow())), "mono", "m12"),
                new TableColumnSpec<FlowLine>("Name", 0, false, DestinationCell::new, null),
                TableColumnSpec.<FlowLine>words("Address", 174, l -> l.flow().dst(), "mono", "m12", "muted")
                        .from(1000),
                TableColumnSpec.<FlowLine>words(
                                "Protocol", 84, l -> l.flow().proto().toUpperCase(Locale.ROOT), "sm", "muted")
                        .from(900),
                TableColumnSpec.<FlowLine>amount("Up", 84, l -> bytes(l, l.up()))
                        .sorted(Comparator.comparingLong(FlowLine::up)),
                TableColumnSpec.<FlowLine>amount("Down", 88, l -> bytes(l, l.down()))
                        .sorted(Comparator.comparingLong(FlowLine::down)),
                new TableColumnSpec<FlowLine>("Verdict", 104, false, VerdictCell::new, null),
                new TableColumnSpec<FlowLine>("Rule", 232, false, () -> new RuleCell(deeds), null).from(830));
    }

    /// What waits has sent nothing yet.
    private static FigureFormat.@Nullable Amount bytes(FlowLine line, long bytes) {
        return line.held() == null ? FigureFormat.bytes(bytes) : null;
    }
}
