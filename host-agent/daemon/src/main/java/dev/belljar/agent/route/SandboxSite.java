package dev.belljar.agent.route;

import dev.belljar.agent.portforward.GuestConnector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What routes know of one sandbox: who it is, whether it can answer, and what it listens on.
///
/// `ports` has each number once, at most `MOST` of them; `unlisted` says how many were left out. `chosen` is the main
/// port a person named.
public record SandboxSite(
        String id,
        String name,
        State state,
        List<GuestPort> ports,
        int unlisted,
        @Nullable Integer chosen) {
    /// How many ports of one machine are kept.
    public static final int MOST = GuestConnector.MOST_PORTS;

    /// Whether a sandbox can be talked to.
    public enum State {
        /// It answers.
        RUNNING,
        /// It is on its way.
        WAKING,
        /// It was stopped or hibernates, and can be woken.
        ASLEEP,
        /// It is in error, or about to stop.
        AWAY
    }

    /// The port that the sandbox's plain name leads to.
    public Optional<Integer> main() {
        return chosen == null ? MainPort.of(ports) : Optional.of(chosen);
    }

    /// True when something is known to listen there.
    public boolean listens(int port) {
        return ports.stream().anyMatch(each -> each.port() == port);
    }

    /// The numbers of all of its ports, and of the main one.
    Set<Integer> heard() {
        return Stream.concat(ports.stream().map(GuestPort::port), main().stream())
                .collect(Collectors.toSet());
    }
}
