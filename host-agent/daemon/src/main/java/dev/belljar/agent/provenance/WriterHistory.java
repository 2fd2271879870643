package dev.belljar.agent.provenance;

import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the ancestors of the processes that wrote lines, and what their sessions had reached over the network
/// before.
///
/// The session of a process begins with its first ancestor that does not run as root: the guest agent starts it.
final class WriterHistory {
    private static final long BEFORE = Duration.ofMinutes(30).toMillis();
    private static final int DEEPEST = 32;
    private static final int FLOWS = 2_000;
    private static final int SHOWN = 50;
    private static final int PROCESSES = 5_000;

    private final EventIndex index;
    private final String sandbox;
    private final GrantedApprovals approvals;
    private final Map<ProcessKey, Optional<ProcessRow>> known = new HashMap<>();
    private final Map<ProcessKey, ProcessRow> roots = new HashMap<>();
    private long testsAfter = Long.MAX_VALUE;
    private List<ProcessRow> tests = List.of();

    /// With `exact`, the process with this start time, else the one that had the number at that time.
    private record ProcessKey(int pid, long time, boolean exact) {}

    private record FlowKey(
            String name, int pid, String verdict, @Nullable String rule) {}

    WriterHistory(EventIndex index, String sandbox, GrantedApprovals approvals) {
        this.index = index;
        this.sandbox = sandbox;
        this.approvals = approvals;
    }

    /// The process of this write, as it was before `at`.
    LineWriter of(PathWrite write, long at) throws IndexException {
        ProcessRow itself =
                find(new ProcessKey(write.pid(), write.start(), true)).orElse(null);
        if (itself == null) {
            return new LineWriter(write.pid(), write.start(), write.comm(), List.of(), List.of(), true, tests(at));
        }
        List<ProcessRow> ancestry = ancestry(itself);
        List<FlowRow> flows = index.flowsBegun(sandbox, at - BEFORE, at, FLOWS);
        List<PriorFlow> prior = prior(root(ancestry), flows);
        return new LineWriter(
                write.pid(),
                write.start(),
                itself.comm(),
                ancestry,
                prior.subList(0, Math.min(SHOWN, prior.size())),
                flows.size() < FLOWS && prior.size() <= SHOWN,
                tests(at));
    }

    // Most writers of a file wrote at about the same time, so one query serves them.
    private @Nullable ProcessRow tests(long after) throws IndexException {
        if (after < testsAfter) {
            testsAfter = after;
            tests = index.processesBegun(sandbox, after, PROCESSES).stream()
                    .filter(process -> TestCommand.is(process.argv()))
                    .toList();
        }
        return tests.stream()
                .filter(process -> process.started() > after)
                .findFirst()
                .orElse(null);
    }

    // The oldest ancestor first.
    private List<ProcessRow> ancestry(ProcessRow process) throws IndexException {
        List<ProcessRow> ancestry = new ArrayList<>();
        ProcessRow at = process;
        while (at != null && ancestry.size() < DEEPEST && !ancestry.contains(at)) {
            ancestry.addFirst(at);
            at = parent(at).orElse(null);
        }
        return ancestry;
    }

    private Optional<ProcessRow> parent(ProcessRow process) throws IndexException {
        if (process.ppid() <= 1) {
            return Optional.empty();
        }
        return process.parentStart() > 0
                ? find(new ProcessKey(process.ppid(), process.parentStart(), true))
                : find(new ProcessKey(process.ppid(), process.started(), false));
    }

    private Optional<ProcessRow> find(ProcessKey key) throws IndexException {
        Optional<ProcessRow> before = known.get(key);
        if (before != null) {
            return before;
        }
        Optional<ProcessRow> found = key.exact()
                ? index.process(sandbox, key.pid(), key.time())
                : index.processAt(sandbox, key.pid(), key.time());
        known.put(key, found);
        return found;
    }

    private static ProcessRow root(List<ProcessRow> ancestry) {
        return ancestry.stream().filter(each -> each.uid() != 0).findFirst().orElse(ancestry.getLast());
    }

    private List<PriorFlow> prior(ProcessRow root, List<FlowRow> flows) throws IndexException {
        Map<FlowKey, PriorFlow> sums = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            Integer pid = flow.pid();
            if (pid == null || !belongs(pid, flow.started(), root)) {
                continue;
            }
            String name = flow.name() == null ? flow.dst() : flow.name();
            FlowKey key = new FlowKey(name, pid, flow.verdict().name(), flow.rule());
            PriorFlow one = new PriorFlow(
                    name,
                    pid,
                    flow.process() == null ? "" : flow.process(),
                    flow.started(),
                    1,
                    flow.up(),
                    flow.down(),
                    flow.verdict(),
                    flow.rule(),
                    approvals.id(flow).orElse(null));
            sums.merge(key, one, WriterHistory::sum);
        }
        return List.copyOf(sums.values());
    }

    private static PriorFlow sum(PriorFlow a, PriorFlow b) {
        return new PriorFlow(
                a.name(),
                a.pid(),
                a.process(),
                Math.max(a.at(), b.at()),
                a.count() + b.count(),
                a.up() + b.up(),
                a.down() + b.down(),
                a.verdict(),
                a.rule(),
                a.approval() == null ? b.approval() : a.approval());
    }

    // The flow's process is the root or one of its descendants.
    private boolean belongs(int pid, long at, ProcessRow root) throws IndexException {
        ProcessRow process = find(new ProcessKey(pid, at, false)).orElse(null);
        if (process == null) {
            return false;
        }
        ProcessKey key = new ProcessKey(process.pid(), process.start(), true);
        ProcessRow mine = roots.get(key);
        if (mine == null) {
            mine = root(ancestry(process));
            roots.put(key, mine);
        }
        return mine.pid() == root.pid() && mine.start() == root.start();
    }
}
