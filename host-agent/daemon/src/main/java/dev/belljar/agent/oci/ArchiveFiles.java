package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.agent.oci.LayerEntry.EntryType;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An image in a tar archive that is not compressed. A list of its files is read first.
final class ArchiveFiles implements ImageFiles {
    private static final int MOST_LINKS = 8;

    /// A file at this place of the archive, or a link to another path in it.
    private record ArchivedFile(
            long offset, long size, @Nullable String target) {}

    private final FileChannel channel;
    private final Map<String, ArchivedFile> files = new HashMap<>();

    private ArchiveFiles(FileChannel channel) {
        this.channel = channel;
    }

    /// Reads which files an archive has.
    ///
    /// @throws OciException when it is not a valid archive
    static ArchiveFiles open(Path file, OciLimits limits) throws IOException, OciException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            ArchiveFiles archive = new ArchiveFiles(channel);
            archive.requireTar();
            archive.list(limits);
            return archive;
        } catch (IOException | OciException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void requireTar() throws IOException, OciException {
        String packed = Compression.of(channel);
        if (packed != null) {
            throw OciException.unreadable(
                    "the archive is compressed with " + packed + ": expected the archive as it was saved",
                    "Decompress it first, for example with `gunzip` or `unzstd`.",
                    null);
        }
    }

    private void list(OciLimits limits) throws IOException, OciException {
        LayerReader tar = new LayerReader(new RangeStream(channel, 0, channel.size()), limits);
        LayerEntry entry = tar.next();
        while (entry != null) {
            boolean link = entry.type() == EntryType.LINK || entry.type() == EntryType.HARD_LINK;
            if (entry.type() == EntryType.FILE || link) {
                String target = !link ? null : entry.type() == EntryType.LINK ? resolved(entry) : entry.target();
                if (files.put(entry.path(), new ArchivedFile(entry.offset(), entry.size(), target)) != null) {
                    throw OciException.invalid("the archive has two files %s".formatted(ImagePath.shown(entry.path())));
                }
                if (files.size() > limits.archiveFiles()) {
                    throw OciException.tooLarge("the archive has more than %,d files".formatted(limits.archiveFiles()));
                }
            }
            entry = tar.next();
        }
    }

    /// Where a link leads in the archive: Docker saves layers that two images share as links.
    private static String resolved(LayerEntry link) throws OciException {
        Path folder = Path.of("/" + link.path()).getParent();
        Path target =
                Path.of("/").resolve(folder == null ? Path.of("/") : folder).resolve(link.target());
        return target.normalize().toString().substring(1);
    }

    @Override
    public boolean has(String path) {
        return files.containsKey(path);
    }

    @Override
    public ImageFile open(String path) throws IOException, OciException {
        ArchivedFile file = files.get(path);
        for (int links = 0; file != null && file.target() != null; links++) {
            if (links == MOST_LINKS) {
                throw OciException.invalid("the links of the archive lead in a circle");
            }
            file = files.get(file.target());
        }
        if (file == null) {
            throw ImageFiles.missing(path);
        }
        return new ImageFile(file.size(), new RangeStream(channel, file.offset(), file.size()));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /// A part of the archive. It does not close the archive.
    private static final class RangeStream extends InputStream {
        private final FileChannel channel;
        private final long end;
        private long at;

        RangeStream(FileChannel channel, long offset, long size) {
            this.channel = channel;
            this.at = offset;
            this.end = offset + size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (at >= end) {
                return -1;
            }
            int read = channel.read(ByteBuffer.wrap(bytes, offset, (int) Math.min(length, end - at)), at);
            if (read < 0) {
                throw new EOFException("the archive ends in the middle of a file");
            }
            at += read;
            return read;
        }

        @Override
        public long skip(long bytes) {
            long skipped = Math.clamp(bytes, 0, end - at);
            at += skipped;
            return skipped;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, end - at);
        }
    }
}
