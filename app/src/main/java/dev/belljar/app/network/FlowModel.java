package dev.belljar.app.network;

import dev.belljar.app.live.FlowPicture;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.Flow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Which flows are in sight, and who talked to whom among them.
final class FlowModel {
    /// What one process sent to and got from one name.
    record Pair(String process, String name, long up, long down, boolean refused) {
        long bytes() {
            return up + down;
        }
    }

    private FlowPicture picture = FlowPicture.NONE;
    private String filter = "";
    private boolean refusedOnly;

    void show(FlowPicture next) {
        picture = next;
    }

    FlowPicture picture() {
        return picture;
    }

    void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
    }

    void refusedOnly(boolean next) {
        refusedOnly = next;
    }

    /// The flows in sight, newest first; those that repeat what came just before them stand in one line with it.
    List<FlowLine> lines() {
        Deque<FlowLine> lines = new ArrayDeque<>();
        for (Flow flow : flows()) {
            FlowLine last = lines.peekLast();
            if (last != null && last.repeats(flow)) {
                lines.removeLast();
                lines.add(last.with(flow));
            } else {
                lines.add(FlowLine.of(flow));
            }
        }
        return List.copyOf(lines);
    }

    private List<Flow> flows() {
        return picture.flows().stream()
                .filter(f -> !refusedOnly || f.verdict() == Verdict.REFUSED)
                .filter(f -> filter.isEmpty() || words(f).contains(filter))
                .toList();
    }

    /// The pairs with the most bytes, and those that were refused, at most `most`.
    List<Pair> pairs(int most) {
        Map<String, Pair> sums = new LinkedHashMap<>();
        for (Flow flow : flows()) {
            Pair one = new Pair(process(flow), name(flow), flow.up(), flow.down(), flow.verdict() == Verdict.REFUSED);
            sums.merge(one.process() + "\n" + one.name() + "\n" + one.refused(), one, FlowModel::sum);
        }
        List<Pair> pairs = new ArrayList<>(sums.values());
        pairs.sort(Comparator.comparingLong(Pair::bytes).reversed());
        return pairs.subList(0, Math.min(most, pairs.size()));
    }

    /// The process as people know it; empty when it is not known.
    static String process(Flow flow) {
        String name = flow.process() == null ? "" : flow.process();
        return flow.pid() == null ? name : name + " " + flow.pid();
    }

    /// The name asked for, or the address.
    static String name(Flow flow) {
        return flow.name() == null || flow.name().isEmpty() ? address(flow) : flow.name();
    }

    /// The address without its port.
    static String address(Flow flow) {
        int colon = flow.dst().lastIndexOf(':');
        return colon < 0 ? flow.dst() : flow.dst().substring(0, colon);
    }

    private static Pair sum(Pair a, Pair b) {
        return new Pair(a.process(), a.name(), a.up() + b.up(), a.down() + b.down(), a.refused());
    }

    private static String words(Flow f) {
        return (process(f) + " " + f.name() + " " + f.dst() + " " + f.proto() + " " + f.rule())
                .toLowerCase(Locale.ROOT);
    }
}
