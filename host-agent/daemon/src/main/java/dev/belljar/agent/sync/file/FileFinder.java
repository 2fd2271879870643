package dev.belljar.agent.sync.file;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.gate.CopiedNames;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.script.GuestScript;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lists files of a guest's workspace that match patterns.
///
/// The guest only lists what there is, in bounded length; the host matches and judges the names itself. A guest that
/// lies about a size or a time gains nothing: what it sends later is checked again when it is unpacked.
public final class FileFinder {
    /// The most files of one list.
    public static final int MOST = 200_000;

    private static final int PATTERNS = 100;
    private static final int BYTES = 64 << 20;
    private static final int ENTRY = GitPath.LONGEST + 100;
    private static final int REFUSED = 200;
    private static final long LATEST = 4_102_444_800_000L;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern FOUND = Pattern.compile(
            "([a-zA-Z?]) ([0-9]{1,18}) (-?[0-9]{1,12})(?:\\.[0-9]+)? ([0-7]{1,6}) \\./+(.*)", Pattern.DOTALL);

    private final List<FilePattern> patterns = new ArrayList<>();

    /// Finds files that match one of these patterns.
    ///
    /// @throws SyncException when one of them is not a pattern
    public FileFinder(List<String> patterns) throws SyncException {
        if (patterns.isEmpty() || patterns.size() > PATTERNS) {
            throw SyncFaults.refused("expected 1 to " + PATTERNS + " paths or patterns", null);
        }
        for (String pattern : patterns) {
            this.patterns.add(FilePattern.parse(pattern));
        }
    }

    private record FoundFile(boolean file, long size, long modified, boolean executable, GitPath path) {}

    /// Lists the files in this guest.
    public GuestFiles find(GuestLink guest) throws SyncException, InterruptedException {
        TreeMap<GitPath, FoundFile> found = new TreeMap<>();
        boolean complete = read(guest, found);
        CopiedNames names = new CopiedNames(List.copyOf(found.keySet()));
        List<GuestFile> files = new ArrayList<>();
        List<RefusedFile> refused = new ArrayList<>();
        for (FoundFile each : found.values()) {
            String why = refusal(each, names);
            if (why == null) {
                files.add(new GuestFile(
                        text(each.path()), each.size(), each.modified(), each.executable(), names.risk(each.path())));
            } else if (refused.size() < REFUSED) {
                refused.add(new RefusedFile(each.path().brief(), why));
            }
        }
        return new GuestFiles(files, refused, complete);
    }

    private static @Nullable String refusal(FoundFile found, CopiedNames names) {
        if (!found.file()) {
            return "is not a regular file";
        }
        if (!found.path().shown().equals(text(found.path()))) {
            return "has a name that is not visible text";
        }
        return names.refusal(found.path());
    }

    // False if there is more than fits.
    private boolean read(GuestLink guest, Map<GitPath, FoundFile> found) throws SyncException, InterruptedException {
        byte[] starts = FilePattern.starts(patterns);
        try (GuestScript script = GuestScript.start(guest, "list-files", LIMIT)) {
            script.feed(in -> in.write(starts));
            boolean complete = read(script.output(), found);
            if (complete) {
                script.finish();
            }
            return complete;
        } catch (IOException e) {
            throw SyncFaults.refused("the list of files from the guest did not arrive completely", "Try again.");
        }
    }

    private boolean read(InputStream output, Map<GitPath, FoundFile> found) throws IOException {
        byte[] chunk = new byte[1 << 16];
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        long bytes = 0;
        int entries = 0;
        long begun = System.nanoTime();
        for (int n = output.read(chunk); n >= 0; n = output.read(chunk)) {
            bytes += n;
            for (int i = 0; i < n; i++) {
                if (chunk[i] == 0) {
                    take(entry.toString(StandardCharsets.ISO_8859_1), found);
                    entry.reset();
                    entries++;
                } else if (entry.size() < ENTRY) {
                    entry.write(chunk[i]);
                }
            }
            if (bytes > BYTES || entries > MOST || System.nanoTime() - begun > LIMIT.toNanos()) {
                return false;
            }
        }
        return true;
    }

    private void take(String entry, Map<GitPath, FoundFile> found) {
        Matcher words = FOUND.matcher(entry);
        if (!words.matches() || words.group(5).length() > GitPath.LONGEST) {
            return;
        }
        GitPath path = new GitPath(words.group(5));
        String text = text(path);
        if (patterns.stream().noneMatch(pattern -> pattern.matches(text))) {
            return;
        }
        long seconds = Long.parseLong(words.group(3));
        long modified = Math.clamp(seconds * 1_000, 0, LATEST);
        boolean executable = (Integer.parseInt(words.group(4), 8) & 0111) != 0;
        found.putIfAbsent(
                path,
                new FoundFile(words.group(1).equals("f"), Long.parseLong(words.group(2)), modified, executable, path));
    }

    private static String text(GitPath path) {
        return new String(path.bytes(), StandardCharsets.UTF_8);
    }
}
