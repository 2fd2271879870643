package dev.belljar.app.recorded.sample;

import dev.belljar.client.transfer.TarWriter;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Files of the workspace that can be copied to the host; most of them are build output, which git ignores.
public final class SampleFiles {
    /// Milliseconds since the epoch.
    private static final long MODIFIED = 1_760_000_000_000L;

    private static final List<GuestFile> FILES = List.of(
            file("dist/assets/index.css", 18_204, null),
            file("dist/assets/index.js", 148_640, null),
            file("dist/index.html", 1_912, null),
            file("dist/serve.sh", 640, "a script, which a shell could run"),
            file("reports/coverage.html", 64_310, null),
            file("src/cart/total.ts", 2_310, null));
    private static final List<RefusedFile> REFUSED =
            List.of(new RefusedFile("dist/latest", "a symbolic link, which is never copied"));

    private SampleFiles() {}

    private static GuestFile file(String path, long size, @Nullable String risk) {
        return new GuestFile(path, size, MODIFIED, risk != null, risk);
    }

    /// The files that match one of these patterns, of which only the part before the first wildcard counts.
    public static GuestFiles list(List<String> patterns) {
        return new GuestFiles(
                FILES.stream().filter(file -> matches(patterns, file.path())).toList(),
                REFUSED.stream().filter(file -> matches(patterns, file.path())).toList(),
                true);
    }

    private static boolean matches(List<String> patterns, String path) {
        return patterns.stream().anyMatch(pattern -> {
            String start = pattern.replaceAll("[*?].*", "");
            return start.equals(pattern)
                    ? path.equals(pattern) || path.startsWith(pattern + "/")
                    : path.startsWith(start);
        });
    }

    /// An archive of these files; their bytes are spaces.
    public static InputStream archive(List<String> paths) {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        TarWriter tar = new TarWriter(archive);
        try {
            for (GuestFile file : FILES) {
                if (paths.contains(file.path())) {
                    byte[] content = " ".repeat((int) file.size()).getBytes(StandardCharsets.US_ASCII);
                    boolean _ = tar.file(
                            file.path(),
                            file.size(),
                            file.modified() / 1_000,
                            false,
                            new ByteArrayInputStream(content));
                }
            }
            tar.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ByteArrayInputStream(archive.toByteArray());
    }
}
