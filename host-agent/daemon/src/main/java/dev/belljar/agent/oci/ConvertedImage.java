package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.TreeSummary;
import java.util.List;

/// What was made of an image: its digest without the algorithm, the names it was saved under, its
/// configuration, how many layers it has, its files, how many devices and extended attributes were left
/// out, and whether it has a shell.
public record ConvertedImage(
        String id,
        List<String> names,
        OciConfig config,
        int layers,
        TreeSummary files,
        long special,
        long attributes,
        boolean shell) {
    public ConvertedImage {
        names = List.copyOf(names);
    }

    /// Refuses an image in which no command could be run.
    ///
    /// @throws OciException when it has no `/bin/sh`
    public void requireShell() throws OciException {
        if (!shell) {
            throw OciException.unreadable(
                    "the image has no shell in /bin/sh, which Belljar needs to run commands",
                    "Use an image with a shell, such as one that is based on Debian or Alpine.",
                    null);
        }
    }
}
