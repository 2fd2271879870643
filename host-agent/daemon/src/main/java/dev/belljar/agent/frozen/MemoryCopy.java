package dev.belljar.agent.frozen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

/// A machine's memory on its way into an image file that has what the machine began with.
///
/// Reading memory and comparing it with the image takes a tenth of the time that writing it takes. So most is written
/// while the machine runs, and once it stands still only those pages that are not in the image as they are now.
public final class MemoryCopy {
    private static final int PAGE = ProcessMemory.PAGE;
    private static final int CHUNK = 1 << 20;

    private final ProcessMemory memory;
    private final Path image;
    private final BitSet copied = new BitSet();

    public MemoryCopy(ProcessMemory memory, Path image) {
        this.memory = memory;
        this.image = image;
    }

    /// Makes the image what the memory is now, or was while this went on; how many octets had to be written.
    ///
    /// @throws IOException when the memory cannot be read or the image not written
    public long pass() throws IOException {
        // With those of earlier passes: a page that was given back since shows the file's content again.
        copied.or(memory.own());
        long written = 0;
        try (Arena arena = Arena.ofConfined();
                FileChannel content = memory.content();
                FileChannel out = FileChannel.open(image, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment there = out.map(FileChannel.MapMode.READ_ONLY, 0, out.size(), arena);
            MemorySegment chunk = arena.allocate(CHUNK, PAGE);
            for (ProcessMemory.Run run : memory.runs(copied)) {
                for (long done = 0; done < run.length(); done += CHUNK) {
                    long length = Math.min(CHUNK, run.length() - done);
                    read(content, chunk.asSlice(0, length), run.address() + done);
                    written += writeChanged(out, there, chunk.asSlice(0, length), run.offset() + done);
                }
            }
        }
        return written;
    }

    private static void read(FileChannel content, MemorySegment into, long address) throws IOException {
        ByteBuffer buffer = into.asByteBuffer();
        while (buffer.hasRemaining()) {
            if (content.read(buffer, address + buffer.position()) <= 0) {
                throw new IOException("the machine's memory ended early");
            }
        }
    }

    private static long writeChanged(FileChannel out, MemorySegment there, MemorySegment now, long offset)
            throws IOException {
        long written = 0;
        for (long from = firstChange(there, now, offset, 0); from < now.byteSize(); ) {
            long to = from + PAGE;
            while (to < now.byteSize() && changed(there, now, offset, to)) {
                to += PAGE;
            }
            ByteBuffer pages = now.asSlice(from, to - from).asByteBuffer();
            while (pages.hasRemaining()) {
                out.write(pages, offset + from + pages.position());
            }
            written += to - from;
            from = firstChange(there, now, offset, to);
        }
        return written;
    }

    /// Where the first page that differs begins, at `from` or after it; the end if there is none.
    private static long firstChange(MemorySegment there, MemorySegment now, long offset, long from) {
        long end = now.byteSize();
        long at = from >= end ? -1 : MemorySegment.mismatch(there, offset + from, offset + end, now, from, end);
        return at < 0 ? end : from + at / PAGE * PAGE;
    }

    private static boolean changed(MemorySegment there, MemorySegment now, long offset, long page) {
        return MemorySegment.mismatch(there, offset + page, offset + page + PAGE, now, page, page + PAGE) >= 0;
    }
}
