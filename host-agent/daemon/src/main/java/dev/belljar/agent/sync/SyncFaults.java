package dev.belljar.agent.sync;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Translates errors of git, files and the guest link into the exception of this package.
public final class SyncFaults {
    private static final int LAST_WORDS = 800;
    private static final int NAMED = 20;
    private static final String FULL = "No space left on device";

    private SyncFaults() {}

    public static SyncException git(String what, Command.Output output) {
        String words = output.errorText().isBlank() ? output.text() : output.errorText();
        return git(what, words.isBlank() ? "exit code " + output.exit() + ", without a message" : words);
    }

    public static SyncException git(String what, String words) {
        String last = clean(words);
        if (last.contains(FULL) || last.contains("Disk quota exceeded")) {
            return full("git " + what + ": " + last, null);
        }
        return new SyncException(SyncException.GIT, "git " + what + " failed: " + last, null, null);
    }

    public static SyncException command(CommandException cause) {
        String message = String.valueOf(cause.getMessage());
        String hint = cause.missing() ? "Install git, then check the result with `belljar doctor`." : cause.hint();
        return new SyncException(SyncException.GIT, clean(message), hint, cause);
    }

    public static SyncException file(String what, IOException cause) {
        String message = what + ": " + cause.getMessage();
        return message.contains(FULL)
                ? full(message, cause)
                : new SyncException(SyncException.GIT, message, null, cause);
    }

    public static SyncException guest(String what, GuestException cause) {
        return new SyncException(cause.code(), what + ": " + cause.getMessage(), cause.hint(), cause);
    }

    public static SyncException refused(String message, @Nullable String hint) {
        return new SyncException(SyncException.REFUSED, message, hint, null);
    }

    public static SyncException full(String message, @Nullable Throwable cause) {
        return new SyncException(
                SyncException.DISK_FULL,
                message,
                "Free some disk space and try again. `belljar storage` shows the reserve. Nothing was lost.",
                cause);
    }

    public static SyncException overQuota(long bytes, long room) {
        return new SyncException(
                SyncException.OVER_QUOTA,
                "the work needs at least %s on this computer, but the sandbox's quota leaves only %s"
                        .formatted(ByteCount.words(bytes), ByteCount.words(Math.max(0, room))),
                "Nothing was fetched. Remove large files in the sandbox, or raise its quota (`belljar "
                        + "storage` shows it, `belljar storage set` raises it).",
                null);
    }

    public static SyncException noProject(Path project) {
        return new SyncException(
                SyncException.NO_PROJECT,
                project + ": the project's folder does not exist",
                "Restore the folder and try again. Until then, the work stays in the sandbox: open a terminal or use"
                        + " `belljar exec` to see it.",
                null);
    }

    /// The end of a program's error output, on one line and without control characters.
    public static String clean(String words) {
        String flat = VisibleText.line(words.strip().replaceAll("\\s*\\R\\s*", "; "));
        return flat.length() > LAST_WORDS ? flat.substring(flat.length() - LAST_WORDS) : flat;
    }

    /// The paths in a sentence, the first of them by name.
    public static String named(List<String> paths) {
        Set<String> all = new HashSet<>(paths);
        String first = String.join(", ", paths.stream().distinct().limit(NAMED).toList());
        return all.size() > NAMED ? first + " and %d more".formatted(all.size() - NAMED) : first;
    }
}
