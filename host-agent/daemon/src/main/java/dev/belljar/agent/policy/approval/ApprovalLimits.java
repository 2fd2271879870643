package dev.belljar.agent.policy.approval;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Limits how many approvals of a sandbox wait at a time and how many begin within a period.
///
/// The limit for private addresses behind names is much lower: the operator of a DNS name chooses where it leads
/// and could send approvals until the user tires and allows one. Guarded by the lock of the inbox.
public final class ApprovalLimits {
    public static final int MOST_QUESTIONS = 50;
    static final int MOST_A_MINUTE = 100;
    public static final int MOST_PRIVATE = 4;
    public static final int MOST_PRIVATE_AN_HOUR = 20;

    private final Map<String, List<Long>> begun = new LinkedHashMap<>();
    private final Map<String, List<Long>> begunPrivate = new LinkedHashMap<>();

    /// Counts an approval that begins at `now`, milliseconds since the epoch.
    void begin(ApprovalKey asked, long now) {
        begun.computeIfAbsent(asked.sandbox(), _ -> new ArrayList<>()).add(now);
        if (asked.exact()) {
            begunPrivate
                    .computeIfAbsent(asked.sandbox(), _ -> new ArrayList<>())
                    .add(now);
        }
    }

    /// The reason why an approval may not be asked in addition to those that wait; null if it may.
    @Nullable
    String objection(ApprovalKey asked, Collection<ApprovalKey> waiting, long now) {
        List<ApprovalKey> own = waiting.stream()
                .filter(key -> key.sandbox().equals(asked.sandbox()))
                .toList();
        int lately = lately(begun, asked.sandbox(), now - Duration.ofMinutes(1).toMillis());
        if (own.size() >= MOST_QUESTIONS || lately >= MOST_A_MINUTE) {
            return "too many approvals are waiting or were requested recently";
        }
        if (!asked.exact()) {
            return null;
        }
        long ofPrivate = own.stream().filter(ApprovalKey::exact).count();
        int thisHour =
                lately(begunPrivate, asked.sandbox(), now - Duration.ofHours(1).toMillis());
        return ofPrivate >= MOST_PRIVATE || thisHour >= MOST_PRIVATE_AN_HOUR
                ? "too many approvals for names with private addresses; allow this name with a rule, such as "
                        + asked.destination().namingRule()
                : null;
    }

    private static int lately(Map<String, List<Long>> begun, String sandbox, long since) {
        List<Long> times = begun.getOrDefault(sandbox, new ArrayList<>());
        times.removeIf(begin -> begin <= since);
        if (times.isEmpty()) {
            begun.remove(sandbox);
        }
        return times.size();
    }
}
