package dev.belljar.agent.sync.file;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.script.GuestScript;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Prepares a folder in a guest for files from the host: creates it, and excludes the files from git.
public record FilePlacement(PrepareFiles request) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int LONGEST = 4_096;

    /// Checks that a text is an absolute path in the guest without `..`.
    ///
    /// @throws SyncException when it is not
    public static String folder(String folder) throws SyncException {
        if (!folder.startsWith("/") || !sound(folder.substring(1))) {
            throw SyncFaults.refused(
                    "folder \"" + VisibleText.line(folder) + "\": expected an absolute path in the sandbox", null);
        }
        return folder;
    }

    /// Prepares the folder in this guest.
    public void run(GuestLink guest) throws SyncException, InterruptedException {
        StringBuilder lines = new StringBuilder(folder(request.folder())).append('\n');
        for (String path : request.paths()) {
            if (path.isEmpty() || path.startsWith("/") || !sound(path)) {
                throw SyncFaults.refused(
                        "path \"" + VisibleText.line(path) + "\": expected the path of a file below the folder", null);
            }
            lines.append(path).append('\n');
        }
        byte[] input = lines.toString().getBytes(StandardCharsets.UTF_8);
        try (GuestScript script = GuestScript.start(guest, "prepare-files", LIMIT)) {
            script.feed(in -> in.write(input));
            drop(script.output());
            script.finish();
        }
    }

    private static boolean sound(String path) {
        if (path.length() > LONGEST || !VisibleText.line(path).equals(path)) {
            return false;
        }
        for (String name : path.split("/")) {
            if (name.equals("..") || name.equals(".")) {
                return false;
            }
        }
        return true;
    }

    private static void drop(InputStream output) {
        try (output) {
            output.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The link broke; the exit of the script reports it.
        }
    }
}
