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

    private final int doubt;

    SessionPresence(int doubt) {
        this.doubt = doubt;
    }

    /// The doubts about a session after this check, with those before it.
    int doubts(int before) {
        return this == LISTED ? 0 : before + doubt;
    }

    /// True if a session with so many doubts counts as ended.
    static boolean ended(int doubts) {
        return doubts >= MOST;
    }
}
