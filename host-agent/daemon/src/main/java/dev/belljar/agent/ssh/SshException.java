package dev.belljar.agent.ssh;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says that a key is invalid, or cannot be stored or installed.
public final class SshException extends BelljarException {
    public static final ProblemCode INVALID = new ProblemCode("ssh.key-invalid", 422);
    public static final ProblemCode UNKNOWN = new ProblemCode("ssh.key-unknown", 404);
    public static final ProblemCode TOO_MANY = new ProblemCode("ssh.too-many-keys", 422);
    public static final ProblemCode UNKEPT = new ProblemCode("ssh.keys-unkept", 507);
    public static final ProblemCode NOT_READY = new ProblemCode("ssh.not-ready", 502);
    private static final long serialVersionUID = 1L;

    private SshException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    static SshException invalid(String what, @Nullable String hint) {
        return new SshException(INVALID, what, hint, null);
    }

    /// The key to be removed is not authorized.
    public static SshException unknown(String sandbox, String key) {
        return new SshException(
                UNKNOWN,
                "sandbox %s has no SSH key \"%s\"".formatted(sandbox, key),
                "`belljar ssh-key list %s` shows all keys with their fingerprints.".formatted(sandbox),
                null);
    }

    /// A machine has the maximum number of keys.
    public static SshException tooMany(String sandbox, int most) {
        return new SshException(
                TOO_MANY,
                "sandbox %s already has %d SSH keys, the maximum".formatted(sandbox, most),
                "Remove one with `belljar ssh-key revoke`.",
                null);
    }

    static SshException unkept(String what, Throwable cause) {
        return new SshException(
                UNKEPT,
                "SSH keys cannot be stored in %s: %s".formatted(what, cause.getMessage()),
                "Free some space on that disk, and check that you own the folder.",
                cause);
    }

    /// Keys could not be set up in a machine.
    public static SshException notReady(String sandbox, String why) {
        return new SshException(
                NOT_READY,
                "SSH access to %s is not ready: %s".formatted(sandbox, why),
                "Run commands without SSH: `belljar exec " + sandbox + " -- COMMAND`.",
                null);
    }
}
