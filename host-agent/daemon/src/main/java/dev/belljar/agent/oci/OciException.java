package dev.belljar.agent.oci;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// An image cannot be read: its files are wrong or too large, or it is not clear which image is meant.
public final class OciException extends BelljarException {
    public static final ProblemCode INVALID = new ProblemCode("oci.invalid", 422);
    public static final ProblemCode TOO_LARGE = new ProblemCode("oci.too-large", 422);
    public static final ProblemCode WHICH = new ProblemCode("oci.which-image", 409);
    public static final ProblemCode UNREADABLE = new ProblemCode("oci.unreadable", 422);
    private static final long serialVersionUID = 1L;

    private OciException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The same error, which names the part of the image that it is in.
    OciException of(String part) {
        String message = String.valueOf(getMessage());
        return message.startsWith(part) ? this : new OciException(code(), part + ": " + message, hint(), this);
    }

    /// The image is not as the formats demand.
    static OciException invalid(String what) {
        return new OciException(INVALID, what, "Save the image again with `podman save` or `docker save`.", null);
    }

    static OciException tooLarge(String what) {
        return new OciException(
                TOO_LARGE, what, "Belljar refuses images beyond its limits, which the manual lists.", null);
    }

    static OciException which(String what, String hint) {
        return new OciException(WHICH, what, hint, null);
    }

    static OciException unreadable(String what, @Nullable String hint, @Nullable Throwable cause) {
        return new OciException(UNREADABLE, what, hint, cause);
    }
}
