package dev.belljar.agent.image;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A guest image cannot be built, or a bundle is damaged.
public final class ImageException extends BelljarException {
    public static final ProblemCode TOOL_MISSING = new ProblemCode("image.tool-missing", 503);
    public static final ProblemCode NO_SPACE = new ProblemCode("image.no-space", 507);
    public static final ProblemCode BUILD_FAILED = new ProblemCode("image.build-failed", 500);
    public static final ProblemCode NO_SCRIPT = new ProblemCode("image.no-script", 503);
    public static final ProblemCode BROKEN = new ProblemCode("image.broken", 500);
    private static final long serialVersionUID = 1L;

    private ImageException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    static ImageException toolMissing(String tool, String debianPackage) {
        return new ImageException(
                TOOL_MISSING,
                "The guest image cannot be built or checked without the program " + tool + ", which is not installed.",
                "Install it with: sudo apt-get install " + debianPackage,
                null);
    }

    static ImageException noSpace(String words) {
        return new ImageException(NO_SPACE, words, "Free some disk space, then build the image again.", null);
    }

    static ImageException buildFailed(String why, List<String> lastLines) {
        String tail = lastLines.isEmpty() ? "" : "\n" + String.join("\n", lastLines);
        return new ImageException(
                BUILD_FAILED,
                "The guest image could not be built: " + why + tail,
                "No incomplete image was left behind. Try again with `belljar image build`.",
                null);
    }

    static ImageException noScript(Path script) {
        return new ImageException(
                NO_SCRIPT,
                script + ", the program that builds the guest image, does not exist or is not executable",
                "Set BELLJAR_HOME to a checkout or an installation of Belljar.",
                null);
    }

    static ImageException keptAll(Throwable cause) {
        return new ImageException(
                BROKEN,
                "A sandbox's record cannot be read, so no guest image was removed: " + cause,
                "Correct the permissions of the data folder (`belljar agent status` shows its path), "
                        + "then try again.",
                cause);
    }

    static ImageException broken(Path what, String why, @Nullable Throwable cause) {
        return new ImageException(
                BROKEN,
                what + ": " + why,
                "If the guest image is damaged, replace it with `belljar image build`.",
                cause);
    }
}
