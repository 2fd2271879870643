package dev.belljar.agent.recording;

import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.guest.GuestFlow;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.reduce.ProcessReducer;
import dev.belljar.contract.view.process.ProcessRow;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a guest reports about its processes: which process each flow belongs to, and the ancestors of processes.
///
/// These reports are untrusted. Only the newest few thousand entries of each kind are kept, so that a guest
/// cannot exhaust the host's memory. An ended process stays for a while, because it may be the parent of a
/// process that still runs.
public final class FlowAttribution implements ProcessFinder {
    static final int MOST = 4_096;
    /// The guest reports a port that continues to send every 20 seconds; an older report may concern the port's
    /// previous owner.
    static final long FRESH_MILLIS = 30_000;
    private static final int MOST_PARENTS = 8;
    private static final int MOST_WORDS = 40;
    private static final int MOST_LETTERS = 400;

    private record FlowEnds(String protocol, int localPort, IpAddress address, int port) {}

    private record ReportedSender(SendingProcess sender, long at) {}

    private record ProcessInstance(
            int pid, long start, @Nullable String program) {}

    private final InstantSource clock;
    private final Map<FlowEnds, ReportedSender> flows = newest();
    private final Map<ProcessInstance, SendingProcess> senders = newest();
    private final Map<Integer, ProcessRow> processes = newest();
    private volatile boolean reportsFlows;
    private volatile Runnable news = () -> {};

    FlowAttribution(InstantSource clock) {
        this.clock = clock;
    }

    private static <K, V> Map<K, V> newest() {
        return new LinkedHashMap<>(64, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MOST;
            }
        };
    }

    @Override
    public boolean reportsFlows() {
        return reportsFlows;
    }

    /// Sets whether the guest reports flows from now on.
    void reportsFlows(boolean now) {
        reportsFlows = now;
    }

    @Override
    public void listen(Runnable listener) {
        news = listener;
    }

    @Override
    public synchronized @Nullable SendingProcess find(String protocol, int localPort, IpAddress address, int port) {
        ReportedSender last = flows.get(new FlowEnds(protocol, localPort, address, port));
        return last == null || clock.millis() - last.at > FRESH_MILLIS ? null : last.sender;
    }

    /// The guest reports that a flow is about to begin.
    void flow(GuestFlow flow) {
        synchronized (this) {
            List<String> argv = shortened(flow.argv());
            SendingProcess sender = senders.computeIfAbsent(
                    new ProcessInstance(flow.pid(), flow.start(), flow.exe()),
                    life -> new SendingProcess(
                            flow.pid(),
                            flow.start(),
                            flow.comm(),
                            flow.exe(),
                            argv,
                            () -> parents(flow.ppid(), flow.start())));
            FlowEnds ends =
                    new FlowEnds(flow.protocol(), flow.localPort(), IpAddress.four(flow.address()), flow.port());
            flows.put(ends, new ReportedSender(sender, clock.millis()));
        }
        news.run();
    }

    /// The guest reports a process.
    synchronized void saw(ProcEvent event) {
        if (event.op() == ProcOp.EXIT) {
            return; // a child may outlive it and still be asked about
        }
        ProcessRow before = processes.get(event.pid());
        ProcessRow known = before != null && before.start() == event.start() ? before : null;
        ProcessRow parent = processes.get(event.ppid());
        boolean older = parent != null && parent.start() <= event.start();
        put(ProcessReducer.next(known, older ? parent : null, event));
    }

    // Keeps only what `parents` returns.
    private void put(ProcessRow row) {
        processes.put(row.pid(), row.withProgram(row.uid(), row.comm(), null, shortened(row.argv()), null));
    }

    /// Adds the running processes known before this host agent began, unless it has received reports itself.
    public synchronized void seed(List<ProcessRow> rows) {
        if (processes.isEmpty()) {
            rows.stream().filter(row -> row.ended() == null).forEach(this::put);
        }
    }

    /// Forgets all reports, when another boot begins.
    synchronized void clear() {
        flows.clear();
        senders.clear();
        processes.clear();
        reportsFlows = false;
    }

    private synchronized List<ParentProcess> parents(int first, long childStart) {
        List<ParentProcess> parents = new ArrayList<>();
        long start = childStart;
        ProcessRow parent = processes.get(first);
        for (int pid = first; parent != null && parent.start() <= start && parents.size() < MOST_PARENTS; ) {
            parents.add(new ParentProcess(pid, parent.comm(), parent.argv()));
            start = parent.start();
            int next = parent.ppid();
            parent = next == pid ? null : processes.get(next);
            pid = next;
        }
        return parents;
    }

    private static List<String> shortened(List<String> argv) {
        List<String> words = new ArrayList<>();
        int letters = 0;
        for (String word : argv) {
            if (words.size() == MOST_WORDS || letters + word.length() > MOST_LETTERS) {
                words.add(word.substring(0, Math.min(word.length(), Math.max(0, MOST_LETTERS - letters))) + "…");
                break;
            }
            words.add(word);
            letters += word.length();
        }
        return words;
    }
}
