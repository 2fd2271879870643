package dev.belljar.agent.snapshot;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The identity of a machine as it reports it: names, numbers and addresses that no two machines may share.
///
/// `random` is the boot id for which the kernel's random numbers were last reseeded. Long secrets are cut to 16
/// characters: enough to tell two apart, and useless otherwise.
public final class SelfReport {
    public static final String HOSTNAME = "hostname";
    public static final String MACHINE_ID = "machine-id";
    public static final String BOOT_ID = "boot-id";
    public static final String MAC = "mac";
    public static final String SSH = "ssh";
    public static final String RANDOM = "random";
    public static final String CLOCK = "clock";

    private static final Set<String> NAMES = Set.of(HOSTNAME, MACHINE_ID, BOOT_ID, MAC, SSH, RANDOM, CLOCK);
    private static final int OUTPUT = 16_384;
    /// Values that are not reported by then count as unknown and therefore wrong; long enough for a machine on a
    /// busy host.
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FINGERPRINT = 16;
    private static final String SCRIPT = """
            machine=/proc/1/root
            echo hostname $(cat /proc/sys/kernel/hostname)
            echo machine-id $(cat $machine/etc/machine-id)
            echo boot-id $(cat /proc/sys/kernel/random/boot_id)
            echo mac $(cat $machine/sys/class/net/eth0/address)
            set -- $machine/etc/ssh/ssh_host_*_key.pub
            [ -e "$1" ] && echo ssh $(cat "$@" | sha256sum)
            echo random $(cat $machine/run/belljar/reseeded)
            echo clock $(date +%s%3N)
            """;

    private SelfReport() {}

    /// The reported values by name; values that are not reported are absent. The clock is in milliseconds.
    ///
    /// @throws GuestException when the link is down
    public static Map<String, String> of(GuestLink link) throws GuestException, InterruptedException {
        ExecOutcome outcome = ExecOutcome.of(
                link.exec(BelljarScript.withTools(BelljarScript.command("identity", SCRIPT, "root", PATIENCE))),
                new byte[0],
                OUTPUT);
        Map<String, String> facts = new LinkedHashMap<>();
        for (String line : new String(outcome.out(), StandardCharsets.US_ASCII).split("\n", -1)) {
            String[] words = line.strip().split(" ", 3);
            if (words.length >= 2 && NAMES.contains(words[0])) {
                facts.put(words[0], shortened(words[1]));
            }
        }
        return Map.copyOf(facts);
    }

    /// The part of a value that is shown.
    public static String shortened(String value) {
        boolean secret = value.matches("[0-9a-f-]{32,}");
        return secret ? value.substring(0, FINGERPRINT) : value;
    }
}
