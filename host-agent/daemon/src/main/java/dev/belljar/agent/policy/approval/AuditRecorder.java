package dev.belljar.agent.policy.approval;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.policy.rule.ShortText;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes decisions to the audit. If flows are allowed or refused faster than a person could follow, they are
/// summed up per sandbox, so that no guest can fill the host's disk: the first 100 of either kind get a line
/// each, then two a second, and the others one line a minute.
public final class AuditRecorder {
    private static final long AT_ONCE = 100;
    private static final int MOST_NAMES = 500;
    private static final long PER_LINE_MILLIS = 500;
    private static final long SUM_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final AuditLog audit;
    private final InstantSource clock;
    private final Map<RateLimitKey, Pace> paces = new LinkedHashMap<>();

    /// Entries that share one rate limit: a flood of refusals must not hide what was allowed.
    private record RateLimitKey(String sandbox, String what, String verdict) {}

    private static final class Pace {
        /// The time until which the lines written so far use up the steady rate, milliseconds since the epoch.
        private long paid;
        private long summed;
        private long since;
        private String last = "";
        /// When the decision about a name was last recorded.
        private final Map<String, Long> names = new LinkedHashMap<>();

        /// False for repeated DNS queries for the same name, which every program sends.
        private boolean news(Destination destination, long now) {
            String name = destination.protocol().equals("dns") ? destination.name() : null;
            if (name == null) {
                return true;
            }
            Long reported = names.get(name);
            if (reported != null && now - reported < SUM_MILLIS) {
                return false;
            }
            if (names.size() >= MOST_NAMES) {
                names.remove(names.keySet().iterator().next());
            }
            names.put(name, now);
            return true;
        }
    }

    public AuditRecorder(AuditLog audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    /// False while allowed flows could not be recorded.
    boolean writable() {
        return audit.writable();
    }

    /// Records that a flow is about to be allowed; false if that cannot be recorded, in which case it must be
    /// refused.
    boolean opened(PolicySubject subject, Destination destination, String rule) {
        return tell(new RateLimitKey(subject.id(), "opened", "allowed"), destination, rule);
    }

    /// Records that a flow was refused.
    void refused(PolicySubject subject, Destination destination, String rule) {
        boolean _ = tell(new RateLimitKey(subject.id(), "refused", "refused"), destination, rule);
    }

    private synchronized boolean tell(RateLimitKey kind, Destination destination, String rule) {
        long now = clock.millis();
        Pace pace = paces.computeIfAbsent(kind, any -> new Pace());
        if (!pace.news(destination, now)) {
            return true;
        }
        pace.paid = Math.max(pace.paid, now - AT_ONCE * PER_LINE_MILLIS);
        if (pace.paid + PER_LINE_MILLIS <= now) {
            pace.paid += PER_LINE_MILLIS;
            boolean written = audit.record(kind.what, kind.sandbox, words(destination), kind.verdict, rule);
            String name = destination.name();
            if (!written && name != null) {
                pace.names.remove(name);
            }
            return written;
        }
        pace.since = pace.summed == 0 ? now : pace.since;
        pace.summed++;
        pace.last = words(destination) + ", reason: " + rule;
        return now - pace.since < SUM_MILLIS || sum(kind, pace);
    }

    /// Writes the sums of the last minute; to be called regularly.
    public synchronized void settle() {
        long now = clock.millis();
        paces.forEach((kind, pace) -> {
            if (now - pace.since >= SUM_MILLIS) {
                sum(kind, pace);
            }
        });
        audit.settle();
        paces.values().removeIf(pace -> pace.summed == 0 && pace.paid < now - AT_ONCE * PER_LINE_MILLIS);
    }

    /// Writes all sums.
    public synchronized void close() {
        paces.forEach(this::sum);
        paces.clear();
    }

    /// Records a decision of the user, or one that was made because no answer came.
    public void record(String what, String sandbox, String subject, String verdict, String detail) {
        audit.record(what, sandbox, subject, verdict, detail);
    }

    /// Records what happened to an approval.
    void record(AuditLine line) {
        audit.record(line);
    }

    /// A sum that cannot be written now is kept and written later.
    private boolean sum(RateLimitKey kind, Pace pace) {
        if (pace.summed == 0) {
            return true;
        }
        String detail = kind.what + " but not listed; the last was " + pace.last;
        boolean written =
                audit.record(new AuditLine("summed", kind.sandbox, "", kind.verdict, detail).withCount(pace.summed));
        pace.summed = written ? 0 : pace.summed;
        return written;
    }

    /// Describes a destination in a few words: `tcp registry.npmjs.org (104.16.0.1):443 by /usr/bin/node (pid
    /// 412)`.
    static String words(Destination destination) {
        String name = destination.name();
        SendingProcess sender = destination.sender();
        String by = sender == null ? "" : " by " + ShortText.of(sender.word()) + " (pid " + sender.pid() + ")";
        if (destination.protocol().equals("dns")) {
            String there = destination.leads() ? ", which resolves to " + destination.address() : "";
            return "dns " + ShortText.of(String.valueOf(name)) + there + by;
        }
        String where = name == null ? destination.address() : ShortText.of(name) + " (" + destination.address() + ")";
        return destination.protocol() + " " + where + (destination.port() == 0 ? "" : ":" + destination.port()) + by;
    }
}
