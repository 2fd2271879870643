package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.view.IdentityCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads in a machine who it takes itself for, and compares that with who it must be and must not be.
final class IdentityFacts {
    private static final int OUTPUT = 16_384;
    private static final long PATIENCE_MILLIS = 20_000;
    private static final long CLOCK_OFF_MILLIS = 2_000;
    private static final int FINGERPRINT = 16;
    private static final String SCRIPT = """
            echo hostname $(cat /proc/sys/kernel/hostname)
            echo machine-id $(cat /etc/machine-id)
            echo boot-id $(cat /proc/sys/kernel/random/boot_id)
            echo mac $(cat /sys/class/net/eth0/address)
            ls /etc/ssh/ssh_host_*_key.pub >/dev/null 2>&1 && echo ssh $(cat /etc/ssh/ssh_host_*_key.pub | sha256sum) || echo ssh none
            echo random $(head -c 32 /dev/urandom | sha256sum)
            echo clock $(date +%s%3N)
            """;

    /// The next connection makes new ones; a server that runs has the old ones in its memory.
    private static final String DROP_KEYS = "rm -f /etc/ssh/ssh_host_*; systemctl --no-block stop ssh.service";

    private static final String NO_KEYS = "none";
    private static final Map<String, String> LABELS = labels();

    private IdentityFacts() {}

    /// What the machine says of itself, by name.
    static Map<String, String> read(GuestLink link) throws GuestException, InterruptedException {
        ExecCommand command =
                new ExecCommand(List.of("/bin/sh", "-c", SCRIPT), "/", Map.of(), "root", false, 0, 0, PATIENCE_MILLIS);
        ExecOutcome outcome = ExecOutcome.of(link.exec(command), new byte[0], OUTPUT);
        Map<String, String> facts = new LinkedHashMap<>();
        for (String line : new String(outcome.out(), StandardCharsets.US_ASCII).split("\n", -1)) {
            String[] words = line.strip().split(" ", 3);
            if (words.length >= 2 && LABELS.containsKey(words[0])) {
                facts.put(words[0], shortened(words[1]));
            }
        }
        return facts;
    }

    /// Takes the ssh host keys of the machine it was copied from away, if that had any.
    static void dropKeys(GuestLink link, Map<String, String> was) throws GuestException, InterruptedException {
        if (was.getOrDefault("ssh", NO_KEYS).equals(NO_KEYS)) {
            return;
        }
        ExecCommand command = new ExecCommand(
                List.of("/bin/sh", "-c", DROP_KEYS), "/", Map.of(), "root", false, 0, 0, PATIENCE_MILLIS);
        ExecOutcome _ = ExecOutcome.of(link.exec(command), new byte[0], OUTPUT);
    }

    /// Each thing, green or red: names and addresses must be this sandbox's own, everything must differ from the
    /// original's, and the clock must be the host's.
    static IdentityCheck check(LiveSandbox sandbox, GuestLink link, @Nullable String origin, Map<String, String> was)
            throws GuestException, InterruptedException {
        long before = System.currentTimeMillis();
        Map<String, String> is = read(link);
        long after = System.currentTimeMillis();
        List<IdentityCheck.Item> items = new ArrayList<>();
        LABELS.forEach((name, label) -> {
            String value = is.getOrDefault(name, "");
            items.add(
                    name.equals("clock")
                            ? clock(value, before, after)
                            : item(name, value, was.get(name), due(sandbox, name)));
        });
        return new IdentityCheck(sandbox.name(), origin, items.stream().allMatch(IdentityCheck.Item::ok), items);
    }

    private static IdentityCheck.Item item(String name, String value, @Nullable String origin, @Nullable String due) {
        if (name.equals("ssh") && value.equals(NO_KEYS)) {
            String detail = "none yet: made when somebody connects";
            return new IdentityCheck.Item(name, Objects.requireNonNull(LABELS.get(name)), value, origin, true, detail);
        }
        boolean own = due == null ? !value.isEmpty() : value.equals(due);
        boolean differs = !Objects.equals(value, origin);
        String detail;
        if (!own) {
            detail = due == null ? "the machine does not say" : "expected " + due;
        } else if (!differs) {
            detail = "the same as in the machine it was copied from";
        } else {
            detail = origin == null ? "its own" : "its own, not the original's";
        }
        return new IdentityCheck.Item(
                name, Objects.requireNonNull(LABELS.get(name)), value, origin, own && differs, detail);
    }

    private static IdentityCheck.Item clock(String value, long before, long after) {
        String label = Objects.requireNonNull(LABELS.get("clock"));
        try {
            long guest = Long.parseLong(value);
            boolean right = guest > before - CLOCK_OFF_MILLIS && guest < after + CLOCK_OFF_MILLIS;
            String detail = right ? "the host's time" : "off by %,d ms".formatted(guest - after);
            return new IdentityCheck.Item("clock", label, value, null, right, detail);
        } catch (NumberFormatException e) {
            return new IdentityCheck.Item("clock", label, "", null, false, "the machine does not say");
        }
    }

    private static @Nullable String due(LiveSandbox sandbox, String name) {
        return switch (name) {
            case "hostname" -> sandbox.name();
            case "machine-id" -> shortened(Starting.machineId(sandbox.id()));
            case "mac" -> Starting.mac(sandbox.id());
            default -> null;
        };
    }

    /// Enough to tell two apart, and too little to be of use to anybody; addresses and names whole.
    private static String shortened(String value) {
        boolean secret = value.matches("[0-9a-f-]{32,}");
        return secret ? value.substring(0, FINGERPRINT) : value;
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("hostname", "Host name");
        labels.put("machine-id", "Machine id");
        labels.put("boot-id", "Boot id");
        labels.put("mac", "Network address");
        labels.put("ssh", "ssh host keys");
        labels.put("random", "Random numbers");
        labels.put("clock", "Clock");
        return labels;
    }
}
