package dev.belljar.app.network;

import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.sandbox.FlowState;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.view.network.FlowRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The visible flows, the pending approvals above them, and their totals per process and name.
final class NetworkModel {
    /// The verdicts to show.
    enum VerdictFilter {
        ALL,
        WAITING,
        ALLOWED,
        BLOCKED
    }

    /// Bytes exchanged between one process and one name.
    record ProcessTraffic(String process, String command, String name, long up, long down, Verdict verdict) {
        long bytes() {
            return up + down;
        }

        boolean refused() {
            return verdict == Verdict.REFUSED;
        }

        boolean held() {
            return verdict == Verdict.HELD;
        }
    }

    /// One run of a package manager opens its connections within seconds of each other.
    private static final long GROUP_MILLIS = 60_000;

    private FlowState state = FlowState.NONE;
    private List<Approval> approvals = List.of();
    private long now;
    private long until = Long.MAX_VALUE;
    private String filter = "";
    private VerdictFilter verdictFilter = VerdictFilter.ALL;
    private TimeRange range = TimeRange.ALL;
    private CommandLines commands = new CommandLines(List.of());
    private final Set<FlowLine.LineKey> open = new HashSet<>();

    void show(FlowState next) {
        var _ = show(next, Optional.empty());
    }

    /// Shows the flows and approvals up to the selected moment, or all if none is selected or it could not be read;
    /// keeps what is shown until the moment is read. Returns the visible flows.
    FlowState show(FlowState next, Optional<SelectedTime> moment) {
        SelectedTime selected = moment.orElse(null);
        if (selected == null || selected.problem() != null) {
            until = Long.MAX_VALUE;
            state = next;
        } else if (selected.flows() != null) {
            until = selected.at();
            state = selected.flows();
        }
        return state;
    }

    /// Sets the pending approvals of this sandbox; `at` is the current time, milliseconds since the epoch.
    void waiting(List<Approval> next, long at) {
        approvals = next.stream().filter(approval -> approval.asked() <= until).toList();
        now = at;
    }

    FlowState state() {
        return state;
    }

    int held() {
        return approvals.size();
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    void sight(VerdictFilter next) {
        verdictFilter = next;
    }

    /// Shows only flows that were open at some time in this range; pending approvals are always shown.
    void range(TimeRange next) {
        range = next;
    }

    /// Sets the arguments of the processes.
    void commands(CommandLines next) {
        commands = next;
    }

    /// Lists the flows of a line below it, or groups them again.
    void toggle(FlowLine line) {
        if (line.group() && !open.remove(line.key())) {
            open.add(line.key());
        }
    }

    /// Pending approvals and then visible flows, both with the newest first. Flows of the same program with the same
    /// destination and verdict are one line, unless more than `GROUP_MILLIS` passed between two of them.
    List<FlowLine> lines() {
        List<FlowLine> lines = new ArrayList<>(heldLines());
        List<List<FlowRow>> groups = new ArrayList<>();
        Map<FlowLine.SharedColumns, List<FlowRow>> recent = new HashMap<>();
        for (FlowRow flow : flows()) {
            FlowLine.SharedColumns common = FlowLine.SharedColumns.of(flow);
            List<FlowRow> group = recent.get(common);
            if (group == null || group.getLast().started() - flow.started() > GROUP_MILLIS) {
                group = new ArrayList<>();
                recent.put(common, group);
                groups.add(group);
            }
            group.add(flow);
        }
        groups.forEach(group -> put(group, lines));
        return List.copyOf(lines);
    }

    private void put(List<FlowRow> flows, List<FlowLine> lines) {
        if (flows.size() > 1) {
            FlowLine group = FlowLine.of(flows, false);
            boolean listed = open.contains(group.key());
            lines.add(listed ? FlowLine.of(flows, true) : group);
            if (listed) {
                flows.forEach(flow -> lines.add(FlowLine.member(flow)));
            }
        } else {
            lines.add(FlowLine.of(flows.getFirst()));
        }
    }

    private List<FlowLine> heldLines() {
        if (verdictFilter != VerdictFilter.ALL && verdictFilter != VerdictFilter.WAITING) {
            return List.of();
        }
        return approvals.stream()
                .sorted(Comparator.comparingLong(Approval::asked).reversed())
                .map(q -> FlowLine.of(asked(q), new FlowLine.HeldApproval(q, ApprovalText.deniedIn(q, now))))
                .filter(line -> named(line.flow()))
                .toList();
    }

    /// The newest flow that waits for an approval, or one made from the approval's data.
    private FlowRow asked(Approval approval) {
        return state.flows().stream()
                .filter(f -> waitsFor(f, approval))
                .findFirst()
                .orElseGet(() -> {
                    String address = approval.address() == null ? "" : approval.address();
                    return new FlowRow(
                            -1 - Integer.toUnsignedLong(approval.id().hashCode()),
                            approval.asked(),
                            null,
                            null,
                            approval.process(),
                            null,
                            approval.protocol(),
                            "",
                            approval.port() == 0 ? address : address + ":" + approval.port(),
                            approval.name(),
                            0,
                            0,
                            0,
                            Verdict.HELD,
                            null,
                            null,
                            RuleLayer.NETWORK_MODE);
                });
    }

    private static boolean waitsFor(FlowRow flow, Approval approval) {
        if (flow.verdict() != Verdict.HELD) {
            return false;
        }
        boolean port = approval.port() == 0 || flow.dst().endsWith(":" + approval.port());
        String name = approval.name();
        return port
                && (name == null ? FlowEndpoints.address(flow).equals(approval.address()) : name.equals(flow.name()));
    }

    private List<FlowRow> flows() {
        Predicate<FlowRow> asked = f -> approvals.stream().anyMatch(q -> waitsFor(f, q));
        return state.flows().stream()
                .filter(this::seen)
                .filter(this::named)
                .filter(asked.negate())
                .filter(f -> range.overlaps(f.started(), f.ended()))
                .toList();
    }

    private boolean seen(FlowRow flow) {
        return switch (verdictFilter) {
            case ALL -> true;
            case WAITING -> flow.verdict() == Verdict.HELD;
            case ALLOWED -> flow.verdict() == Verdict.ALLOWED;
            case BLOCKED -> flow.verdict() == Verdict.REFUSED;
        };
    }

    private boolean named(FlowRow flow) {
        return filter.isEmpty() || words(flow).contains(filter);
    }

    /// Pairs that wait, then those with the most bytes, then blocked ones.
    List<ProcessTraffic> pairs() {
        Map<String, ProcessTraffic> sums = new LinkedHashMap<>();
        List<FlowRow> all =
                new ArrayList<>(heldLines().stream().map(FlowLine::flow).toList());
        flows().stream().filter(f -> f.verdict() != Verdict.HELD).forEach(all::add);
        for (FlowRow flow : all) {
            // A name that was resolved and then connected to is one pair, not two.
            Verdict verdict = flow.verdict() == Verdict.LOCAL ? Verdict.ALLOWED : flow.verdict();
            ProcessTraffic one = new ProcessTraffic(
                    FlowEndpoints.process(flow),
                    commands.of(flow),
                    FlowEndpoints.name(flow),
                    flow.up(),
                    flow.down(),
                    verdict);
            sums.merge(one.process() + "\n" + one.name() + "\n" + verdict, one, NetworkModel::sum);
        }
        List<ProcessTraffic> pairs = new ArrayList<>(sums.values());
        pairs.sort(Comparator.comparing(ProcessTraffic::held)
                .thenComparingLong(ProcessTraffic::bytes)
                .reversed());
        return pairs;
    }

    private static ProcessTraffic sum(ProcessTraffic a, ProcessTraffic b) {
        return new ProcessTraffic(
                a.process(), a.command(), a.name(), a.up() + b.up(), a.down() + b.down(), a.verdict());
    }

    private static String words(FlowRow f) {
        return (FlowEndpoints.process(f) + " " + f.name() + " " + f.dst() + " " + f.proto() + " "
                        + FlowOutcome.of(f).verdict() + " " + FlowOutcome.of(f).reason() + " " + f.rule())
                .toLowerCase(Locale.ROOT);
    }
}
