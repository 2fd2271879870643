package dev.belljar.agent.session;

/// What a machine says about a session.
public enum SessionPresence {
    /// Zellij lists it.
    LISTED(0),
    /// A server runs, but Zellij does not list the session: it has ended, or its server is too busy to answer.
    NOT_LISTED(1),
    /// No server runs.
    NO_SERVER(5);

    /// A session whose server is only busy gets half a minute, one without a server two checks.
    private static final int MOST = 10;

    private final int weight;

    SessionPresence(int weight) {
        this.weight = weight;
    }

    /// The number of misses after this check, with those before it. A missing server counts for several.
    int misses(int before) {
        return this == LISTED ? 0 : before + weight;
    }

    /// True if a session with so many misses counts as ended.
    static boolean ended(int misses) {
        return misses >= MOST;
    }
}
