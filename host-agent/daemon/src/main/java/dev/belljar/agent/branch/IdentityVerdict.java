package dev.belljar.agent.branch;

import dev.belljar.agent.access.SavedSession;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SelfReport;
import dev.belljar.contract.view.session.IdentityCheck;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Compares the identity of a running machine with the one it must have and the one it must not have.
public final class IdentityVerdict {
    private static final long CLOCK_OFF_MILLIS = 2_000;
    /// The name of the item about a session's tokens, which the host agent knows and the guest does not report.
    static final String TOKEN = "token";

    private static final Map<String, String> LABELS = labels();

    private IdentityVerdict() {}

    /// Checks each item: names and addresses must be this sandbox's own, all must differ from the original's,
    /// and the clock must be the host's.
    static IdentityCheck check(SandboxRuntime sandbox, GuestLink link, @Nullable String origin, Map<String, String> was)
            throws GuestException, InterruptedException {
        long before = System.currentTimeMillis();
        Map<String, String> is = SelfReport.of(link);
        long after = System.currentTimeMillis();
        List<IdentityCheck.IdentityItem> items = new ArrayList<>();
        LABELS.forEach((name, label) -> {
            String value = is.getOrDefault(name, "");
            items.add(
                    name.equals(SelfReport.CLOCK)
                            ? clock(value, before, after)
                            : item(name, value, was.get(name), due(sandbox, name, is)));
        });
        items.add(token(SavedSession.of(sandbox).fingerprint().orElse(null), was.get(TOKEN)));
        return new IdentityCheck(
                sandbox.name(), origin, items.stream().allMatch(IdentityCheck.IdentityItem::ok), items);
    }

    private static IdentityCheck.IdentityItem item(
            String name, String value, @Nullable String origin, @Nullable String due) {
        if (name.equals(SelfReport.SSH) && value.isEmpty()) {
            String label = Objects.requireNonNull(LABELS.get(name));
            return new IdentityCheck.IdentityItem(name, label, "", origin, true, "none yet; created at first use");
        }
        boolean own = due == null ? !value.isEmpty() : value.equals(due);
        boolean differs = !Objects.equals(value, origin);
        String detail;
        if (name.equals(SelfReport.RANDOM) && own) {
            detail = "reseeded for this boot";
        } else if (!own) {
            detail = due == null ? "unknown: the guest does not report it" : "expected " + due;
        } else if (!differs) {
            detail = "not unique: same as in the original";
        } else {
            detail = origin == null ? "original" : "unique";
        }
        return new IdentityCheck.IdentityItem(
                name, Objects.requireNonNull(LABELS.get(name)), value, origin, own && differs, detail);
    }

    /// Checks the session's tokens: until the session of a copy has begun, its Zellij accepts the tokens of the
    /// original.
    static IdentityCheck.IdentityItem token(@Nullable String value, @Nullable String origin) {
        String label = "Session tokens";
        if (value == null) {
            String detail = origin == null
                    ? "none yet; created when the session starts"
                    : "not unique yet: the original's tokens work until this sandbox's session starts";
            return new IdentityCheck.IdentityItem(TOKEN, label, "", origin, origin == null, detail);
        }
        boolean differs = !value.equals(origin);
        String own = origin == null ? "original" : "unique";
        return new IdentityCheck.IdentityItem(
                TOKEN, label, value, origin, differs, differs ? own : "not unique: same as in the original");
    }

    private static IdentityCheck.IdentityItem clock(String value, long before, long after) {
        String label = Objects.requireNonNull(LABELS.get("clock"));
        try {
            long guest = Long.parseLong(value);
            boolean right = guest > before - CLOCK_OFF_MILLIS && guest < after + CLOCK_OFF_MILLIS;
            String detail = right ? "same as this computer" : "off by %,d ms".formatted(guest - after);
            String time =
                    Instant.ofEpochMilli(guest).truncatedTo(ChronoUnit.MILLIS).toString();
            return new IdentityCheck.IdentityItem("clock", label, time, null, right, detail);
        } catch (NumberFormatException e) {
            return new IdentityCheck.IdentityItem(
                    "clock", label, "", null, false, "unknown: the guest does not report it");
        }
    }

    private static @Nullable String due(SandboxRuntime sandbox, String name, Map<String, String> is) {
        return switch (name) {
            case SelfReport.HOSTNAME -> sandbox.name();
            case SelfReport.MACHINE_ID -> SelfReport.shortened(MachineIdentity.machineId(sandbox.id()));
            case SelfReport.MAC -> MachineIdentity.mac(sandbox.id());
            case SelfReport.RANDOM -> is.getOrDefault(SelfReport.BOOT_ID, "a unique boot id");
            default -> null;
        };
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(SelfReport.HOSTNAME, "Host name");
        labels.put(SelfReport.MACHINE_ID, "Machine id");
        labels.put(SelfReport.BOOT_ID, "Boot id");
        labels.put(SelfReport.MAC, "MAC address");
        labels.put(SelfReport.SSH, "SSH host keys");
        labels.put(SelfReport.RANDOM, "Random number generator reseeded in boot");
        labels.put(SelfReport.CLOCK, "Clock");
        return labels;
    }
}
