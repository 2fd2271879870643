package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// The result of a stream, as the guest reports it.
public record StreamResult(
        @Nullable Integer exit, @Nullable Integer signal, boolean timedOut, int errno, String message) {
    // Linux has none above 133; this leaves space for future ones.
    private static final int ERRNO_MOST = 4_095;
    private static final int NO_ENTRY = 2;
    private static final int AGAIN = 11;
    private static final int SIGNAL_MOST = 127;

    /// Reads the payload of a CLOSED frame.
    ///
    /// @throws GuestException when it is not a legal one
    static StreamResult of(byte[] payload) throws GuestException {
        PayloadFields fields = PayloadFields.of(payload);
        return new StreamResult(
                fields.has(FieldTag.EXIT) ? (Integer) fields.integer(FieldTag.EXIT, 0, 255) : null,
                fields.has(FieldTag.TERMSIG) ? (Integer) fields.integer(FieldTag.TERMSIG, 1, SIGNAL_MOST) : null,
                fields.has(FieldTag.TIMED_OUT) && fields.integer(FieldTag.TIMED_OUT, 0, 1) == 1,
                fields.has(FieldTag.ERRNO) ? fields.integer(FieldTag.ERRNO, 0, ERRNO_MOST) : 0,
                fields.text(FieldTag.MESSAGE, FieldTag.MESSAGE_MOST));
    }

    /// True if the guest did what was requested; files that changed while a tar stream was read are no failure.
    public boolean fine() {
        return errno == 0 && signal == null && (exit == null || exit <= 1);
    }

    /// The exception for a request that the guest did not carry out.
    public GuestException refusal(String what) {
        return new GuestException(
                errno == NO_ENTRY ? ProblemCode.NO_SUCH_FILE : GuestException.REFUSED,
                what + ": " + fault(),
                null,
                null);
    }

    /// What went wrong, in a few words.
    public String fault() {
        if (errno == AGAIN) {
            return "the guest cannot start another process or connection (" + message + ")";
        }
        String what = errno != 0 ? "error " + errno : signal != null ? "signal " + signal : "exit code " + exit;
        return message.isEmpty() ? what : message + " (" + what + ")";
    }
}
