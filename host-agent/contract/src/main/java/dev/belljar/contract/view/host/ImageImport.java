package dev.belljar.contract.view.host;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// The last import of an image: `state` is `none`, `importing`, `done`, `failed` or `cancelled`.
///
/// `path` is what is imported, `percent` how much of it was read, and `step` what is being done. `image` is
/// the result, `problem` why there is none.
public record ImageImport(
        String state,
        String path,
        int percent,
        String step,
        @Nullable ImportedImage image,
        @Nullable Problem problem) {
    public static final ImageImport NONE = new ImageImport("none", "", 0, "", null, null);
}
