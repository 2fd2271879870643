package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestIdentity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.UUID;

/// Derives the identity of a sandbox's machine from the sandbox's id: the same at every start, except for the
/// boot id and the random seed.
public final class MachineIdentity {
    private static final int SEED_BYTES = 64;
    private static final int ID_BYTES = 6;

    private MachineIdentity() {}

    /// A new id that no sandbox and no snapshot has.
    public static String freshId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /// The identity of the machine of the sandbox with this id and name, for its next boot.
    public static GuestIdentity next(String id, String name) {
        byte[] seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return new GuestIdentity(name, machineId(id), UUID.randomUUID().toString(), mac(id), seed);
    }

    /// The machine's locally administered MAC address, the same at every start.
    public static String mac(String id) {
        byte[] hash = hash("mac " + id);
        return "52:54:00:%02x:%02x:%02x".formatted(hash[0] & 0xff, hash[1] & 0xff, hash[2] & 0xff);
    }

    /// The machine-id of a sandbox, 32 hex digits, the same at every start.
    public static String machineId(String id) {
        return HexFormat.of().formatHex(hash("machine-id " + id), 0, 16);
    }

    /// The SHA-256 of a text, 32 bytes.
    public static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
