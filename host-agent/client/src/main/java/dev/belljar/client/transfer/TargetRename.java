package dev.belljar.client.transfer;

import java.nio.file.Path;

/// The name that a copied file or folder gets on this computer: `source` is its path in the workspace, `target` its
/// path below the folder of this computer that it is copied to. An empty `source` is the workspace itself, and an
/// empty `target` the folder.
public record TargetRename(String source, String target) {
    /// Every file keeps its path.
    public static final TargetRename NONE = new TargetRename("", "");

    /// The path of a file of the guest below the folder of this computer.
    ///
    /// @throws IllegalArgumentException when the file is not the source, or in it
    Path path(String file) {
        return Path.of(target, below(file));
    }

    private String below(String file) {
        if (source.isEmpty()) {
            return file;
        }
        if (file.equals(source) && !target.isEmpty()) {
            return "";
        }
        if (!file.startsWith(source + "/")) {
            throw new IllegalArgumentException(file + ": expected a file in " + source);
        }
        return file.substring(source.length() + 1);
    }
}
