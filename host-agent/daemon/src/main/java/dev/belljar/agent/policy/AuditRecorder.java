package dev.belljar.agent.policy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Writes decisions to the audit. What opens, or is refused, faster than a person could follow is summed up per
/// sandbox, so that no guest fills the host's disk with it: the first 100 of either at once, then two a second,
/// the others as one line a minute.
final class AuditRecorder {
    private static final long AT_ONCE = 100;
    private static final int MOST_NAMES = 500;
    private static final long PER_LINE_MILLIS = 500;
    private static final long SUM_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final AuditLog audit;
    private final InstantSource clock;
    private final Map<Kind, Pace> paces = new LinkedHashMap<>();

    /// What has a pace of its own: a flood of refusals must not hide what was let out.
    private record Kind(String sandbox, String what, String verdict) {}

    private static final class Pace {
        /// When the last line would be paid for at the steady rate, milliseconds since the epoch.
        private long paid;
        private long summed;
        private long since;
        private String last = "";
        /// When the answer about a name was last told of.
        private final Map<String, Long> names = new LinkedHashMap<>();

        /// False for the questions that every program asks again and again for the same name.
        private boolean news(Destination destination, long now) {
            String name = destination.protocol().equals("dns") ? destination.name() : null;
            if (name == null) {
                return true;
            }
            Long told = names.get(name);
            if (told != null && now - told < SUM_MILLIS) {
                return false;
            }
            if (names.size() >= MOST_NAMES) {
                names.remove(names.keySet().iterator().next());
            }
            names.put(name, now);
            return true;
        }
    }

    AuditRecorder(AuditLog audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    /// False while what is let out could not be written down.
    boolean writable() {
        return audit.writable();
    }

    /// Something is about to be let out; false when that could not be written down, and it must not be.
    boolean opened(PolicySubject subject, Destination destination, String rule) {
        return tell(new Kind(subject.id(), "opened", "allowed"), destination, rule);
    }

    /// Something was refused.
    void refused(PolicySubject subject, Destination destination, String rule) {
        boolean _ = tell(new Kind(subject.id(), "refused", "refused"), destination, rule);
    }

    private synchronized boolean tell(Kind kind, Destination destination, String rule) {
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
        pace.last = words(destination) + " by " + rule;
        return now - pace.since < SUM_MILLIS || sum(kind, pace);
    }

    /// Writes what was summed up for a minute; to be called now and then.
    synchronized void settle() {
        long now = clock.millis();
        paces.forEach((kind, pace) -> {
            if (now - pace.since >= SUM_MILLIS) {
                sum(kind, pace);
            }
        });
        audit.settle();
        paces.values().removeIf(pace -> pace.summed == 0 && pace.paid < now - AT_ONCE * PER_LINE_MILLIS);
    }

    /// Writes all that is summed up.
    synchronized void close() {
        paces.forEach(this::sum);
        paces.clear();
    }

    /// Something a person, or the want of one, decided.
    void record(String what, String sandbox, String subject, String verdict, String detail) {
        audit.record(what, sandbox, subject, verdict, detail);
    }

    /// What cannot be written now stays summed up, and is written later.
    private boolean sum(Kind kind, Pace pace) {
        if (pace.summed == 0) {
            return true;
        }
        String detail = kind.what + " but not listed; the last was " + pace.last;
        boolean written = audit.record("summed", kind.sandbox, "", kind.verdict, detail, pace.summed);
        pace.summed = written ? 0 : pace.summed;
        return written;
    }

    /// A destination in a few words: `tcp registry.npmjs.org (104.16.0.1):443 by /usr/bin/node (pid 412)`.
    static String words(Destination destination) {
        String name = destination.name();
        SendingProcess sender = destination.sender();
        String by = sender == null ? "" : " by " + ShortText.of(sender.word()) + " (pid " + sender.pid() + ")";
        if (destination.protocol().equals("dns")) {
            String there = destination.leads() ? ", which leads to " + destination.address() : "";
            return "dns " + ShortText.of(String.valueOf(name)) + there + by;
        }
        String where = name == null ? destination.address() : ShortText.of(name) + " (" + destination.address() + ")";
        return destination.protocol() + " " + where + (destination.port() == 0 ? "" : ":" + destination.port()) + by;
    }
}
