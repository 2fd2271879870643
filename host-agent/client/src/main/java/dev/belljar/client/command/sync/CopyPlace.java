package dev.belljar.client.command.sync;

import dev.belljar.client.transfer.WorkspacePath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;

/// A file or folder as `belljar cp` names it: `SANDBOX:PATH`, or a path on this computer. `contents` is true if the
/// path ends with `/.`, which means everything in the folder; `folder` is true if it ends with a slash.
sealed interface CopyPlace {
    boolean contents();

    boolean folder();

    /// A path on this computer.
    record LocalPlace(Path path, boolean contents, boolean folder) implements CopyPlace {}

    /// An absolute path in a sandbox.
    record SandboxPlace(String sandbox, String path, boolean contents, boolean folder) implements CopyPlace {
        private static final String WORKSPACE = "/workspace";

        /// The last name of the path.
        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /// The path of this name in the folder.
        String child(String name) {
            return path.equals("/") ? "/" + name : path + "/" + name;
        }

        /// The folder that contains it.
        String above() {
            int slash = path.lastIndexOf('/');
            return slash <= 0 ? "/" : path.substring(0, slash);
        }

        /// The path relative to the workspace, empty for the workspace itself.
        ///
        /// @throws IllegalArgumentException when it is elsewhere
        String inWorkspace() {
            if (path.equals(WORKSPACE)) {
                return "";
            }
            if (!path.startsWith(WORKSPACE + "/")) {
                throw new IllegalArgumentException(
                        "only files in /workspace can be copied out of a sandbox, and this is " + path);
            }
            return WorkspacePath.relative(path);
        }
    }

    /// Reads an argument. As with scp, a colon before the first slash ends the name of a sandbox.
    ///
    /// @throws IllegalArgumentException when it is neither, with the reason
    static CopyPlace of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("expected SANDBOX:PATH, or a path on this computer");
        }
        if (text.equals("-")) {
            throw new IllegalArgumentException("expected a path; for standard input and output, use `belljar exec`");
        }
        boolean contents = text.matches("(.*[:/])?\\.");
        boolean folder = contents || text.endsWith("/");
        int colon = text.indexOf(':');
        int slash = text.indexOf('/');
        if (colon >= 0 && (slash < 0 || colon < slash)) {
            return inSandbox(text.substring(0, colon), text.substring(colon + 1), contents, folder);
        }
        try {
            return new LocalPlace(Path.of(text), contents, folder);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("expected a path on this computer", e);
        }
    }

    private static SandboxPlace inSandbox(String sandbox, String path, boolean contents, boolean folder) {
        if (path.startsWith("~")) {
            throw new IllegalArgumentException("expected a path such as /home/agent/file instead of one with ~");
        }
        String whole = WorkspacePath.absolute(path.isEmpty() ? "." : path);
        String[] names = Pattern.compile("/+").split(whole.substring(1));
        if (Arrays.asList(names).contains("..")) {
            throw new IllegalArgumentException("expected a path in the sandbox without \"..\"");
        }
        String plain = String.join(
                "/",
                Arrays.stream(names)
                        .filter(name -> !name.isEmpty() && !name.equals("."))
                        .toList());
        return new SandboxPlace(sandbox, "/" + plain, contents, folder);
    }
}
