package dev.belljar.agent.vmstate;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// A machine's memory on its way into an image file that has what the machine began with.
///
/// Reading memory and comparing it with the image takes a tenth of the time that writing it takes. So most is written
/// while the machine runs, and once it stands still only those pages that are not in the image as they are now. Several
/// threads share the work: while a machine stands still its processors have nothing else to do.
public final class MemoryCopy implements AutoCloseable {
    private static final int PAGE = ProcessMemory.PAGE;
    private static final int CHUNK = 1 << 20;
    private static final int MOST_THREADS = 4;

    private final ProcessMemory memory;
    private final FileChannel content;
    private final FileChannel out;
    private final Arena arena;
    /// The image; mapped once, so that a later pass finds its pages where an earlier one had them.
    private final MemorySegment there;
    private final BitSet copied = new BitSet();

    private MemoryCopy(ProcessMemory memory, FileChannel content, FileChannel out, Arena arena) throws IOException {
        this.memory = memory;
        this.content = content;
        this.out = out;
        this.arena = arena;
        this.there = out.map(FileChannel.MapMode.READ_ONLY, 0, out.size(), arena);
    }

    /// Opens both; nothing is copied yet.
    ///
    /// @throws IOException when the memory may not be read or the image not written
    public static MemoryCopy open(ProcessMemory memory, Path image) throws IOException {
        Arena arena = Arena.ofShared();
        FileChannel content = null;
        FileChannel out = null;
        try {
            content = memory.content();
            out = FileChannel.open(image, StandardOpenOption.READ, StandardOpenOption.WRITE);
            return new MemoryCopy(memory, content, out, arena);
        } catch (IOException e) {
            close(arena, content, out);
            throw e;
        }
    }

    // A null resource is none.
    private static void close(Arena arena, @Nullable FileChannel content, @Nullable FileChannel out)
            throws IOException {
        arena.close();
        try (content;
                out) {
            // both, whatever the other says
        }
    }

    /// Makes the image what the memory is now, or was while this went on; how many bytes had to be written.
    ///
    /// @throws IOException when the memory cannot be read or the image not written
    public long pass() throws IOException, InterruptedException {
        // With those of earlier passes: a page that was given back since shows the file's content again.
        copied.or(memory.own());
        Queue<ProcessMemory.Run> chunks = new ConcurrentLinkedQueue<>(chunks(memory.runs(copied)));
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
        try (ExecutorService hands = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("memory-copy-", 0).factory())) {
            List<Future<Long>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(hands.submit(() -> copy(chunks)));
            }
            long written = 0;
            for (Future<Long> part : parts) {
                written += part.get();
            }
            return written;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? e.getMessage() : cause.getMessage(), e);
        }
    }

    private static List<ProcessMemory.Run> chunks(List<ProcessMemory.Run> runs) {
        List<ProcessMemory.Run> chunks = new ArrayList<>();
        for (ProcessMemory.Run run : runs) {
            for (long done = 0; done < run.length(); done += CHUNK) {
                long length = Math.min(CHUNK, run.length() - done);
                chunks.add(new ProcessMemory.Run(run.address() + done, run.offset() + done, length));
            }
        }
        return chunks;
    }

    private long copy(Queue<ProcessMemory.Run> chunks) throws IOException {
        long written = 0;
        boolean whole = false;
        try (Arena own = Arena.ofConfined()) {
            MemorySegment chunk = own.allocate(CHUNK, PAGE);
            for (ProcessMemory.Run run = chunks.poll(); run != null; run = chunks.poll()) {
                if (run.offset() + run.length() > there.byteSize()) {
                    throw new IOException(
                            "the image ends after %,d bytes, before the machine's memory".formatted(there.byteSize()));
                }
                MemorySegment now = chunk.asSlice(0, run.length());
                read(content, now, run.address());
                written += writeChanged(out, there, now, run.offset());
            }
            whole = true;
        } finally {
            if (!whole) {
                // The machine may stand still meanwhile: the others have nothing left to do.
                chunks.clear();
            }
        }
        return written;
    }

    @Override
    public void close() throws IOException {
        close(arena, content, out);
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
