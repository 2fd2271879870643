package dev.belljar.app.network;

import dev.belljar.app.look.Column;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The columns of the network table; those that matter less go first where there is little room.
final class FlowColumns {
    private FlowColumns() {}

    static List<Column<FlowLine>> of(Desk desk, NetworkDeeds deeds) {
        return List.of(
                Column.<FlowLine>words("Time", 94, l -> desk.time(l.flow().started()), "sm", "muted")
                        .sorted(Comparator.comparingLong(l -> l.flow().started()))
                        .from(900),
                Column.<FlowLine>words(
                        "Process", 124, l -> Figures.printable(FlowModel.process(l.flow())), "mono", "m12"),
                new Column<FlowLine>("Name", 0, false, NameCell::new, null),
                Column.<FlowLine>words("Address", 174, l -> l.flow().dst(), "mono", "m12", "muted")
                        .from(1000),
                Column.<FlowLine>words("Protocol", 84, l -> l.flow().proto().toUpperCase(Locale.ROOT), "sm", "muted")
                        .from(900),
                Column.<FlowLine>amount("Up", 84, l -> bytes(l, l.up())).sorted(Comparator.comparingLong(FlowLine::up)),
                Column.<FlowLine>amount("Down", 88, l -> bytes(l, l.down()))
                        .sorted(Comparator.comparingLong(FlowLine::down)),
                new Column<FlowLine>("Verdict", 104, false, VerdictCell::new, null),
                new Column<FlowLine>("Rule", 232, false, () -> new RuleCell(deeds), null).from(830));
    }

    /// What waits has sent nothing yet.
    private static Figures.@Nullable Amount bytes(FlowLine line, long bytes) {
        return line.held() == null ? Figures.bytes(bytes) : null;
    }
}
