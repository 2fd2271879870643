package dev.belljar.agent.refusal;

import org.jspecify.annotations.Nullable;

/// One line of the guest's list of refusals (`PROTOCOL.md`, section 5a). `time` and `until` are milliseconds since the
/// epoch; `count` is how many alike there were, null for one. A value that is not known is null.
record RefusalLine(
        long time,
        String kind,
        @Nullable String name,
        @Nullable String address,
        @Nullable Integer port,
        @Nullable Integer pid,
        @Nullable String process,
        @Nullable String program,
        @Nullable String method,
        @Nullable String path,
        String state,
        @Nullable Long until,
        @Nullable String reason,
        @Nullable String why,
        @Nullable String rule,
        @Nullable String help,
        @Nullable Integer count) {
    static final String REFUSED = "refused";
    static final String DENIED = "denied";
    static final String WAITING = "waiting";
    static final String ALLOWED = "allowed";

    /// How many refusals this line stands for.
    int amount() {
        return count == null ? 1 : count;
    }

    /// This line without what differs between repeats: the time and the process number.
    RefusalLine alike() {
        return with(0, null, null);
    }

    /// This line, standing for this many refusals.
    RefusalLine times(int amount) {
        return with(time, pid, amount == 1 ? null : amount);
    }

    private RefusalLine with(long when, @Nullable Integer who, @Nullable Integer amount) {
        return new RefusalLine(
                when, kind, name, address, port, who, process, program, method, path, state, until, reason, why, rule,
                help, amount);
    }
}
