package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.agent.oci.LayerEntry.EntryType;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Reads a tar archive from its beginning to its end: ustar, with the extensions of POSIX (pax) and GNU for
/// long names and large numbers, as all programs write that build images.
///
/// It is strict: a wrong checksum, a number that is none, a path that leads out and a header that is too
/// long are errors. Sparse files are refused: no program that builds images writes them, and each of their
/// four formats could state a huge file in a few bytes.
final class LayerReader {
    static final int BLOCK = 512;
    /// How many headers may precede a file that say something about it.
    private static final int MOST_HEADERS = 16;

    private final InputStream in;
    private final OciLimits limits;
    private final byte[] block = new byte[BLOCK];
    private long position;
    private long contentLeft;
    private long padding;

    LayerReader(InputStream in, OciLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /// The next file; null at the end of the archive. What was not read of the content before is skipped.
    ///
    /// @throws OciException when the archive is not valid
    @Nullable
    LayerEntry next() throws IOException, OciException {
        PaxRecords records = new PaxRecords(limits);
        for (int headers = 0; headers < MOST_HEADERS; headers++) {
            skip(contentLeft + padding);
            contentLeft = 0;
            padding = 0;
            if (!readBlock()) {
                return null;
            }
            TarHeader header = TarHeader.read(block, limits);
            switch (header.type()) {
                case 'x' -> records.read(body(header.size()));
                case 'g' -> {
                    byte[] _ = body(header.size()); // comments; Docker and Podman ignore them, too
                }
                case 'L' -> records.longPath(body(header.size()));
                case 'K' -> records.longTarget(body(header.size()));
                default -> {
                    return entry(header, records);
                }
            }
        }
        throw OciException.invalid("a layer has more than %d headers for one file".formatted(MOST_HEADERS));
    }

    /// The content of the file that `next` returned last.
    InputStream content() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (contentLeft == 0) {
                    return -1;
                }
                int read = in.read(bytes, offset, (int) Math.min(length, contentLeft));
                if (read < 0) {
                    throw new EOFException("the archive ends in the middle of a file");
                }
                contentLeft -= read;
                position += read;
                return read;
            }
        };
    }

    private LayerEntry entry(TarHeader header, PaxRecords records) throws OciException {
        String raw = records.path(header.path());
        EntryType type = type(header.type(), raw);
        long size = type == EntryType.FILE ? records.size(header.size()) : 0;
        contentLeft = size;
        padding = -size & (BLOCK - 1);
        String path = TarPath.inside(raw, limits);
        String target = records.target(header.target());
        if (type == EntryType.HARD_LINK) {
            target = TarPath.inside(target, limits);
        } else if (type == EntryType.LINK) {
            TarPath.checkTarget(target, path, limits);
        }
        return new LayerEntry(type, path, target, records.attributes(header), size, position, records.dropped());
    }

    private static EntryType type(char type, String path) throws OciException {
        return switch (type) {
            case '0', '\0', '7' -> path.endsWith("/") ? EntryType.FOLDER : EntryType.FILE;
            case '1' -> EntryType.HARD_LINK;
            case '2' -> EntryType.LINK;
            case '3', '4', '6' -> EntryType.SPECIAL;
            case '5' -> EntryType.FOLDER;
            case 'S' ->
                throw OciException.invalid("the file %s is stored as a sparse file, which images do not have"
                        .formatted(ImagePath.shown(path)));
            default ->
                throw OciException.invalid("the file %s has the unknown type %s"
                        .formatted(ImagePath.shown(path), ImagePath.shown(String.valueOf(type))));
        };
    }

    private byte[] body(long size) throws IOException, OciException {
        if (size > limits.headerBytes()) {
            throw OciException.tooLarge(
                    "the extended header of a file has %,d bytes, more than %,d".formatted(size, limits.headerBytes()));
        }
        byte[] bytes = in.readNBytes((int) size);
        if (bytes.length < size) {
            throw new EOFException("the archive ends in the middle of a header");
        }
        position += size;
        padding = -size & (BLOCK - 1);
        return bytes;
    }

    /// Reads a header; false at the end of the archive, which is a block of zeros or simply the end.
    private boolean readBlock() throws IOException {
        int read = in.readNBytes(block, 0, BLOCK);
        position += read;
        if (read != 0 && read != BLOCK) {
            throw new EOFException("the archive ends in the middle of a header");
        }
        if (read == 0) {
            return false;
        }
        for (byte each : block) {
            if (each != 0) {
                return true;
            }
        }
        return false;
    }

    private void skip(long bytes) throws IOException {
        in.skipNBytes(bytes);
        position += bytes;
    }
}
