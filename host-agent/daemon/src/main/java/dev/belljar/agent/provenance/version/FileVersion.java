package dev.belljar.agent.provenance.version;

import dev.belljar.agent.recording.PathWrite;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/// A file as it was read between `from` and `to`, in milliseconds since the epoch, after these writes.
///
/// `path` is relative to the workspace; with an empty path, events were lost before `to`, or with a `note`, files were
/// not read. `complete` is false if there
/// were more writes. `content` is compressed and encoded in base64; without it, `note` says why the file was not
/// kept or the file had not changed since the version before.
public record FileVersion(
        String path,
        long from,
        long to,
        List<PathWrite> writes,
        boolean complete,
        @Nullable String content,
        @Nullable String note) {
    /// The largest file whose versions are kept.
    public static final int LARGEST = 1 << 20;

    public FileVersion {
        writes = List.copyOf(writes);
    }

    /// A period in which events were lost.
    public static FileVersion lost(long at) {
        return new FileVersion("", at, at, List.of(), false, null, null);
    }

    /// A period in which written files were not read, because too many waited.
    public static FileVersion dropped(long at) {
        return new FileVersion("", at, at, List.of(), false, null, "too many files were written at once");
    }

    /// The same version without content, because nothing changed or for the reason in `note`.
    public FileVersion without(@Nullable String why) {
        return new FileVersion(path, from, to, writes, complete, null, why);
    }

    /// This version with this content.
    public FileVersion with(byte[] bytes) {
        ByteArrayOutputStream small = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(small, deflater)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        } finally {
            deflater.end();
        }
        String text = Base64.getEncoder().encodeToString(small.toByteArray());
        return new FileVersion(path, from, to, writes, complete, text, null);
    }

    /// The text of the file; empty if it was not kept or cannot be read.
    public Optional<String> text() {
        if (content == null) {
            return Optional.empty();
        }
        try (InflaterInputStream in = new InflaterInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(content)))) {
            return Optional.of(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
