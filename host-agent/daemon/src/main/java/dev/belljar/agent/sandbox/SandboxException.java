package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.SimilarWords;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says why a request about a sandbox was refused or failed.
public final class SandboxException extends BelljarException {
    public static final ProblemCode NAME = new ProblemCode("sandbox.name-invalid", 422);
    public static final ProblemCode LIMITS = new ProblemCode("sandbox.limits-invalid", 422);
    public static final ProblemCode WRONG_STATE = new ProblemCode("sandbox.wrong-state", 409);
    public static final ProblemCode BUSY = new ProblemCode("sandbox.busy", 503);
    public static final ProblemCode NEEDS_CONFIRMATION = new ProblemCode("sandbox.needs-confirmation", 409);
    public static final ProblemCode NO_MEMORY = new ProblemCode("sandbox.no-memory", 507);
    public static final ProblemCode NOT_READY = new ProblemCode("sandbox.not-ready", 504);
    public static final ProblemCode ENDED = new ProblemCode("sandbox.ended", 500);
    public static final ProblemCode UNANSWERING = new ProblemCode("sandbox.unanswering", 504);
    public static final ProblemCode UNENDING = new ProblemCode("sandbox.unending", 500);
    public static final ProblemCode IMAGE_GONE = new ProblemCode("sandbox.image-gone", 409);
    public static final ProblemCode NO_FOLDER = new ProblemCode("sandbox.no-folder", 507);
    public static final ProblemCode UNRECORDED = new ProblemCode("sandbox.unrecorded", 507);
    public static final ProblemCode UNMOVED = new ProblemCode("sandbox.unmoved", 507);
    public static final ProblemCode DAMAGED = new ProblemCode("sandbox.damaged", 409);
    public static final ProblemCode NOT_IN_TRASH = new ProblemCode("trash.not-found", 404);
    public static final ProblemCode ONLY_WORK = new ProblemCode("trash.only-work", 409);
    private static final long serialVersionUID = 1L;

    public SandboxException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }

    public static SandboxException notFound(String id) {
        return notFound(id, Set.of());
    }

    /// No sandbox has this name or id; suggests the most similar of the names that exist.
    static SandboxException notFound(String id, Set<String> names) {
        return new SandboxException(
                ProblemCode.NOT_FOUND,
                "no sandbox is called \"" + id + "\"",
                SimilarWords.nearest(id, names)
                                .map(near -> "Did you mean \"" + near + "\"? ")
                                .orElse("")
                        + "`belljar list` shows all sandboxes.");
    }

    static SandboxException damaged(DamagedSandbox sandbox) {
        return new SandboxException(DAMAGED, sandbox.sentence(), sandbox.hint());
    }
}
