package dev.belljar.agent.route;

import dev.belljar.agent.portforward.GuestConnector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A sandbox as routes see it: its identity, its state, and its listening ports.
///
/// `ports` contains each number once, at most `MOST` of them; `unlisted` counts those left out. `chosen` is the
/// main port that the user chose.
public record SandboxSite(
        String id,
        String name,
        State state,
        List<GuestPort> ports,
        int unlisted,
        @Nullable Integer chosen) {
    /// The maximum number of ports of one machine.
    public static final int MOST = GuestConnector.MOST_PORTS;

    /// Whether a sandbox can answer requests.
    public enum State {
        /// The machine answers.
        RUNNING,
        /// The machine is starting.
        WAKING,
        /// The machine is stopped or hibernated and can be started.
        ASLEEP,
        /// The sandbox is in error or about to stop.
        AWAY
    }

    /// The port that the sandbox's plain host name leads to.
    public Optional<Integer> main() {
        return chosen == null ? MainPort.of(ports) : Optional.of(chosen);
    }

    /// True if a program is known to listen on the port.
    public boolean listens(int port) {
        return ports.stream().anyMatch(each -> each.port() == port);
    }

    /// The numbers of all its ports, including the main port.
    Set<Integer> heard() {
        return Stream.concat(ports.stream().map(GuestPort::port), main().stream())
                .collect(Collectors.toSet());
    }
}
