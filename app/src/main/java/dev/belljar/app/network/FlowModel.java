package dev.belljar.app.network;

import dev.belljar.app.state.ApprovalText;
import dev.belljar.app.state.FlowState;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.FlowRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Which flows are in sight, what waits on top of them, and who talked to whom among them.
final class FlowModel {
    /// Which verdicts are in sight.
    enum Sight {
        ALL,
        WAITING,
        ALLOWED,
        BLOCKED
    }

    /// What one process sent to and got from one name.
    record Pair(String process, String command, String name, long up, long down, Verdict verdict) {
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

    private FlowState state = FlowState.NONE;
    private List<Approval> questions = List.of();
    private long now;
    private String filter = "";
    private Sight sight = Sight.ALL;
    private TimeRange range = TimeRange.ALL;
    private CommandLines commands = new CommandLines(List.of());
    private final Set<FlowLine.Key> open = new HashSet<>();

    void show(FlowState next) {
        state = next;
    }

    /// The questions of this sandbox that wait at this time, milliseconds since the epoch.
    void waiting(List<Approval> next, long at) {
        questions = List.copyOf(next);
        now = at;
    }

    FlowState state() {
        return state;
    }

    int held() {
        return questions.size();
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    void sight(Sight next) {
        sight = next;
    }

    /// Shows only what began in this stretch of time; what waits is shown always.
    void range(TimeRange next) {
        range = next;
    }

    /// What the processes were started with.
    void commands(CommandLines next) {
        commands = next;
    }

    /// Lists the flows of a line below it, or groups them again.
    void toggle(FlowLine line) {
        if (line.group() && !open.remove(line.key())) {
            open.add(line.key());
        }
    }

    /// What waits and the flows in sight, both the newest first; several in a row of the same process, destination and
    /// verdict are one line.
    List<FlowLine> lines() {
        List<FlowLine> lines = new ArrayList<>(heldLines());
        List<FlowRow> run = new ArrayList<>();
        for (FlowRow flow : flows()) {
            if (!run.isEmpty() && !FlowLine.same(run.getFirst(), flow)) {
                put(run, lines);
            }
            run.add(flow);
        }
        put(run, lines);
        return List.copyOf(lines);
    }

    private void put(List<FlowRow> run, List<FlowLine> lines) {
        if (run.size() > 1) {
            FlowLine group = FlowLine.of(run, false);
            boolean listed = open.contains(group.key());
            lines.add(listed ? FlowLine.of(run, true) : group);
            if (listed) {
                run.forEach(flow -> lines.add(FlowLine.member(flow)));
            }
        } else {
            run.forEach(flow -> lines.add(FlowLine.of(flow)));
        }
        run.clear();
    }

    private List<FlowLine> heldLines() {
        if (sight != Sight.ALL && sight != Sight.WAITING) {
            return List.of();
        }
        return questions.stream()
                .sorted(Comparator.comparingLong(Approval::asked).reversed())
                .map(q -> FlowLine.of(asked(q), new FlowLine.Held(q, ApprovalText.deniedIn(q, now))))
                .filter(line -> named(line.flow()))
                .toList();
    }

    /// The newest flow that waits for a question, or one made of what the question tells.
    private FlowRow asked(Approval question) {
        return state.flows().stream()
                .filter(f -> waitsFor(f, question))
                .findFirst()
                .orElseGet(() -> {
                    String address = question.address() == null ? "" : question.address();
                    return new FlowRow(
                            -1 - Integer.toUnsignedLong(question.id().hashCode()),
                            question.asked(),
                            null,
                            null,
                            question.process(),
                            null,
                            question.protocol(),
                            "",
                            question.port() == 0 ? address : address + ":" + question.port(),
                            question.name(),
                            0,
                            0,
                            0,
                            Verdict.HELD,
                            null);
                });
    }

    private static boolean waitsFor(FlowRow flow, Approval question) {
        if (flow.verdict() != Verdict.HELD) {
            return false;
        }
        boolean port = question.port() == 0 || flow.dst().endsWith(":" + question.port());
        String name = question.name();
        return port && (name == null ? address(flow).equals(question.address()) : name.equals(flow.name()));
    }

    private List<FlowRow> flows() {
        Predicate<FlowRow> asked = f -> questions.stream().anyMatch(q -> waitsFor(f, q));
        return state.flows().stream()
                .filter(this::seen)
                .filter(this::named)
                .filter(asked.negate())
                .filter(f -> range.holds(f.started()))
                .toList();
    }

    private boolean seen(FlowRow flow) {
        return switch (sight) {
            case ALL -> true;
            case WAITING -> flow.verdict() == Verdict.HELD;
            case ALLOWED -> flow.verdict() == Verdict.ALLOWED;
            case BLOCKED -> flow.verdict() == Verdict.REFUSED;
        };
    }

    private boolean named(FlowRow flow) {
        return filter.isEmpty() || words(flow).contains(filter);
    }

    /// What waits now, then the pairs with the most bytes, then those that were blocked.
    List<Pair> pairs() {
        Map<String, Pair> sums = new LinkedHashMap<>();
        List<FlowRow> all =
                new ArrayList<>(heldLines().stream().map(FlowLine::flow).toList());
        flows().stream().filter(f -> f.verdict() != Verdict.HELD).forEach(all::add);
        for (FlowRow flow : all) {
            // A name that was looked up and is reached is one line, not two.
            Verdict verdict = flow.verdict() == Verdict.LOCAL ? Verdict.ALLOWED : flow.verdict();
            Pair one = new Pair(process(flow), commands.of(flow), name(flow), flow.up(), flow.down(), verdict);
            sums.merge(one.process() + "\n" + one.name() + "\n" + verdict, one, FlowModel::sum);
        }
        List<Pair> pairs = new ArrayList<>(sums.values());
        pairs.sort(
                Comparator.comparing(Pair::held).thenComparingLong(Pair::bytes).reversed());
        return pairs;
    }

    /// The process as people know it; empty when it is not known.
    static String process(FlowRow flow) {
        String name = flow.process() == null ? "" : flow.process();
        return flow.pid() == null ? name : (name + " " + flow.pid()).strip();
    }

    /// The name asked for, or the address.
    static String name(FlowRow flow) {
        return flow.name() == null || flow.name().isEmpty() ? address(flow) : flow.name();
    }

    /// The address without its port.
    static String address(FlowRow flow) {
        int colon = flow.dst().lastIndexOf(':');
        return colon < 0 ? flow.dst() : flow.dst().substring(0, colon);
    }

    /// What a rule that allows this would name: the name or address, with the port.
    static String target(FlowRow flow) {
        int colon = flow.dst().lastIndexOf(':');
        boolean port = colon >= 0 && !flow.proto().toLowerCase(Locale.ROOT).contains("dns");
        return name(flow) + (port ? flow.dst().substring(colon) : "");
    }

    private static Pair sum(Pair a, Pair b) {
        return new Pair(a.process(), a.command(), a.name(), a.up() + b.up(), a.down() + b.down(), a.verdict());
    }

    private static String words(FlowRow f) {
        return (process(f) + " " + f.name() + " " + f.dst() + " " + f.proto() + " "
                        + FlowOutcome.of(f).verdict() + " " + FlowOutcome.of(f).reason() + " " + f.rule())
                .toLowerCase(Locale.ROOT);
    }
}
