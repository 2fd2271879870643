package dev.belljar.agent.route;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Chooses which of a machine's ports is most likely the dev server.
public final class MainPort {
    /// Where the web terminal of a guest listens.
    public static final int AGENT = 8082;

    /// Usual ports of dev servers; those that serve as a front end to others come first.
    private static final List<Integer> KNOWN =
            List.of(3000, 5173, 8080, 8000, 4200, 4321, 5000, 3001, 5174, 8081, 8888, 1313, 4000, 9000);

    private static final int SSH = 22;
    private static final String TERMINAL = "zellij";
    /// What listens on a port that a container publishes, and the engine, which listens on a port of its own.
    private static final String PUBLISHED = "docker-proxy";

    private static final String ENGINE = "containerd";
    private static final int UNPRIVILEGED = 1024;
    private static final int FIRST_PERSON = 1000;

    private MainPort() {}

    /// The main port: the first of the usual ports, else the lowest that a program of an ordinary user opened,
    /// else the lowest. A privileged port is only chosen if a container publishes it.
    public static Optional<Integer> of(List<GuestPort> ports) {
        return ports.stream().filter(MainPort::offered).min(LIKELIEST).map(GuestPort::port);
    }

    /// Orders ports with the most likely dev server first and the machine's own services last.
    public static final Comparator<GuestPort> LIKELIEST = Comparator.comparing((GuestPort port) -> !offered(port))
            .thenComparingInt(MainPort::rank)
            .thenComparing(port -> port.uid() < FIRST_PERSON)
            .thenComparingInt(GuestPort::port);

    /// The service of the machine itself on a port, `ssh` or `terminal`; null for a port of the project, also if
    /// another program uses the terminal's port.
    public static @Nullable String service(GuestPort port) {
        if (port.port() == SSH) {
            return "ssh";
        }
        return port.port() == AGENT && port.process().equals(TERMINAL) ? "terminal" : null;
    }

    private static boolean offered(GuestPort port) {
        boolean ofSystem = port.uid() < FIRST_PERSON;
        if (ofSystem && port.process().equals(PUBLISHED)) {
            return true;
        }
        boolean engine = ofSystem && port.process().equals(ENGINE);
        return port.port() >= UNPRIVILEGED && port.port() != AGENT && !engine;
    }

    private static int rank(GuestPort port) {
        int place = KNOWN.indexOf(port.port());
        return place < 0 ? KNOWN.size() : place;
    }
}
