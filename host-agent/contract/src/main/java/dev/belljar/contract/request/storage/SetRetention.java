package dev.belljar.contract.request.storage;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Asks to set the retention periods of machines, in minutes; 0 means no limit, null leaves a period unchanged. At
/// least one period must be set.
///
/// The host agent also keeps its settings in this form, in which null means the default.
public record SetRetention(
        @Nullable Long idleMinutes,
        @Nullable Long lifetimeMinutes,
        @Nullable Long hotMinutes,
        @Nullable Long warmMinutes,
        @Nullable Long coldMinutes,
        @Nullable Long trashMinutes) {
    /// Sets no period.
    public static final SetRetention NOTHING = new SetRetention(null, null, null, null, null, null);

    /// The default periods: half an hour, a day, then one, two and seven days, and seven in the trash.
    public static SetRetention usual() {
        long day = Duration.ofDays(1).toMinutes();
        return new SetRetention(30L, day, day, 2 * day, 7 * day, 7 * day);
    }

    /// These periods, with the unset ones taken from `other`.
    public SetRetention over(SetRetention other) {
        return new SetRetention(
                first(idleMinutes, other.idleMinutes),
                first(lifetimeMinutes, other.lifetimeMinutes),
                first(hotMinutes, other.hotMinutes),
                first(warmMinutes, other.warmMinutes),
                first(coldMinutes, other.coldMinutes),
                first(trashMinutes, other.trashMinutes));
    }

    /// The periods that are set, by field name, in the order of the fields.
    public Map<String, Long> said() {
        Map<String, Long> said = new LinkedHashMap<>();
        put(said, "idleMinutes", idleMinutes);
        put(said, "lifetimeMinutes", lifetimeMinutes);
        put(said, "hotMinutes", hotMinutes);
        put(said, "warmMinutes", warmMinutes);
        put(said, "coldMinutes", coldMinutes);
        put(said, "trashMinutes", trashMinutes);
        return said;
    }

    private static void put(Map<String, Long> said, String name, @Nullable Long value) {
        if (value != null) {
            said.put(name, value);
        }
    }

    private static @Nullable Long first(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : one;
    }
}
