package dev.belljar.agent.image;

import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
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
    public static final ProblemCode NAME = new ProblemCode("image.name", 400);
    public static final ProblemCode NOT_IMPORTED = new ProblemCode("image.not-imported", 404);
    public static final ProblemCode USED = new ProblemCode("image.used", 409);
    public static final ProblemCode IMPORTING = new ProblemCode("image.importing", 409);
    public static final ProblemCode NOT_STORED = new ProblemCode("image.not-stored", 507);
    private static final long serialVersionUID = 1L;

    private static final int MOST_SHOWN = 20;

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

    static ImageException noName(Path place, @Nullable String name) {
        return new ImageException(
                NAME,
                name == null
                        ? "the image in %s has no name".formatted(place)
                        : "the name \"%s\" of the image is not valid: expected at most 200 letters, digits and . _ / : @ + -"
                                .formatted(ImagePath.shown(name)),
                "Give it a name with --name.",
                null);
    }

    static ImageException noPath(String path) {
        return new ImageException(
                ProblemCode.BAD_REQUEST,
                "\"%s\": expected the absolute path of an OCI layout or of an archive".formatted(ImagePath.shown(path)),
                null,
                null);
    }

    static ImageException notImported(String name, List<String> names) {
        return new ImageException(
                NOT_IMPORTED,
                "no image with the name \"%s\" was imported".formatted(ImagePath.shown(name)),
                names.isEmpty()
                        ? "No image was imported yet."
                        : "Imported images: " + String.join(", ", names.subList(0, Math.min(names.size(), MOST_SHOWN))),
                null);
    }

    static ImageException used(String name, List<String> users) {
        return new ImageException(
                USED,
                "the image %s is used by: %s"
                        .formatted(name, String.join(", ", users.subList(0, Math.min(users.size(), MOST_SHOWN)))),
                "Delete these first; sandboxes also from the trash.",
                null);
    }

    static ImageException importing(String path) {
        return new ImageException(
                IMPORTING,
                "another image is being imported: " + path,
                "Wait until that import has ended, or cancel it.",
                null);
    }

    static ImageException notStored(Path folder, IOException cause) {
        return new ImageException(
                NOT_STORED,
                "the image could not be stored in %s: %s".formatted(folder, FileErrors.reason(cause)),
                "Check the free space and the permissions of the data folder. Nothing of the image was left behind.",
                cause);
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
