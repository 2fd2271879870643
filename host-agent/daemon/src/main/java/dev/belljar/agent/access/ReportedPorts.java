package dev.belljar.agent.access;

import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.route.GuestPort;
import dev.belljar.agent.route.MainPort;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.contract.text.VisibleText;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The listening ports that a guest reported: each port once, the most likely dev servers first, and a bounded
/// number, whatever the guest claims. Changes are recorded at a bounded rate.
public final class ReportedPorts {
    private static final int MOST_NAME = 40;
    /// Events a minute, so that a machine that opens and closes ports without end cannot fill the journal.
    private static final int MOST_FACTS = 30;

    private static final Set<String> REACHABLE =
            Set.of("0.0.0.0", "127.0.0.1", "::", "::1", "0:0:0:0:0:0:0:0", "0:0:0:0:0:0:0:1");

    private final Telling telling;
    private Seen seen = Seen.NONE;
    private long at = System.nanoTime();
    private long minute = at;
    private int facts;

    ReportedPorts(Telling telling) {
        this.telling = telling;
    }

    /// Receives the events that a port was opened or closed.
    interface Telling {
        void port(int port, boolean open, String process, String detail);
    }

    /// The ports known at one moment: at most `SandboxSite.MOST`, and the number of those left out.
    record Seen(List<GuestPort> ports, int unlisted) {
        static final Seen NONE = new Seen(List.of(), 0);
    }

    synchronized Seen seen() {
        return seen;
    }

    synchronized Duration age() {
        return Duration.ofNanos(System.nanoTime() - at);
    }

    /// Processes a new report.
    synchronized void hear(List<ListeningPort> answer) {
        Map<Integer, GuestPort> all = new LinkedHashMap<>();
        answer.stream()
                .filter(port -> REACHABLE.contains(port.address()))
                .sorted(Comparator.comparingInt(ListeningPort::uid).reversed())
                .forEach(port ->
                        all.putIfAbsent(port.port(), new GuestPort(port.port(), process(port.comm()), port.uid())));
        List<GuestPort> kept = all.values().stream()
                .sorted(MainPort.LIKELIEST)
                .limit(SandboxSite.MOST)
                .toList();
        tell(seen.ports(), kept);
        seen = new Seen(kept, all.size() - kept.size());
        at = System.nanoTime();
    }

    private void tell(List<GuestPort> before, List<GuestPort> now) {
        Set<Integer> old = before.stream().map(GuestPort::port).collect(Collectors.toSet());
        Set<Integer> fresh = now.stream().map(GuestPort::port).collect(Collectors.toSet());
        now.stream()
                .filter(port -> !old.contains(port.port()))
                .forEach(port -> tell(port, true, port.process() + " is listening on port " + port.port()));
        before.stream()
                .filter(port -> !fresh.contains(port.port()))
                .forEach(port -> tell(port, false, "nothing is listening on port " + port.port() + " any more"));
    }

    private void tell(GuestPort port, boolean open, String detail) {
        long now = System.nanoTime();
        if (now - minute > Duration.ofMinutes(1).toNanos()) {
            minute = now;
            facts = 0;
        }
        facts++;
        if (facts <= MOST_FACTS) {
            telling.port(port.port(), open, port.process(), detail);
        } else if (facts == MOST_FACTS + 1) {
            telling.port(
                    port.port(), open, port.process(), detail + "; further changes within a minute are not listed");
        }
    }

    private static String process(String comm) {
        String shown = VisibleText.line(comm);
        return shown.isBlank() ? "a program" : shown.substring(0, Math.min(shown.length(), MOST_NAME));
    }
}
