package dev.belljar.contract.request;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// For how many minutes machines are to be kept in which form, 0 for ever; null says nothing about it.
public record SetRetention(
        @Nullable Long idleMinutes,
        @Nullable Long lifetimeMinutes,
        @Nullable Long hotMinutes,
        @Nullable Long warmMinutes,
        @Nullable Long coldMinutes,
        @Nullable Long trashMinutes) {
    /// Says nothing about anything.
    public static final SetRetention NOTHING = new SetRetention(null, null, null, null, null, null);

    /// What is done when nobody says anything: half an hour, a day, then one, two and seven days, and seven in the
    /// trash.
    public static SetRetention usual() {
        long day = Duration.ofDays(1).toMinutes();
        return new SetRetention(30L, day, day, 2 * day, 7 * day, 7 * day);
    }

    /// The same, and about what it says nothing of, what the other says.
    public SetRetention over(SetRetention other) {
        return new SetRetention(
                first(idleMinutes, other.idleMinutes),
                first(lifetimeMinutes, other.lifetimeMinutes),
                first(hotMinutes, other.hotMinutes),
                first(warmMinutes, other.warmMinutes),
                first(coldMinutes, other.coldMinutes),
                first(trashMinutes, other.trashMinutes));
    }

    /// What it says, by the names of the fields, in their order.
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
