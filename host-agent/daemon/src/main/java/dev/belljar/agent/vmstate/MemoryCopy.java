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

/// Copies a machine's memory into an image file that contains the machine's initial memory.
///
/// Reading memory and comparing it with the image takes a tenth of the time of writing it. So most pages are
/// written while the machine runs, and during the pause only the pages that differ from the image. Several
/// threads share the work, because the processors of a paused machine are idle. An image that cannot be read must not
/// end the host agent, which `memcmp` would (decision 22).
public final class MemoryCopy implements AutoCloseable {
    private static final int PAGE = ProcessMemory.PAGE;
    private static final int CHUNK = 1 << 20;
    private static final int MOST_THREADS = 4;

    private final ProcessMemory memory;
    private final FileChannel content;
    private final FileChannel out;
    private final Arena arena;
    /// The image, mapped once, so that its pages stay in memory between passes.
    private final MemorySegment there;
    private final BitSet copied = new BitSet();

    private MemoryCopy(ProcessMemory memory, FileChannel content, FileChannel out, Arena arena) throws IOException {
        this.memory = memory;
        this.content = content;
        this.out = out;
        this.arena = arena;
        this.there = out.map(FileChannel.MapMode.READ_ONLY, 0, out.size(), arena);
    }

    /// Opens memory and image without copying.
    ///
    /// @throws IOException when the memory cannot be read or the image not written
    public static MemoryCopy open(ProcessMemory memory, Path image) throws IOException {
        @SuppressWarnings("MustBeClosedChecker") // the copy closes it
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

    // try-with-resources ignores null.
    private static void close(Arena arena, @Nullable FileChannel content, @Nullable FileChannel out)
            throws IOException {
        arena.close();
        try (content;
                out) {
            // both, whatever the other says
        }
    }

    /// Updates the image to the memory's content during this pass and returns the number of written bytes.
    ///
    /// @throws IOException when the memory cannot be read or the image not written
    public long pass() throws IOException, InterruptedException {
        // Includes the pages of earlier passes, because a page that was released since has the file's content
        // again.
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
                    throw new IOException("the file has only %,d bytes and is too short for the machine's memory"
                            .formatted(there.byteSize()));
                }
                MemorySegment now = chunk.asSlice(0, run.length());
                read(content, now, run.address());
                written += writeChanged(out, there, now, run.offset());
            }
            whole = true;
        } finally {
            if (!whole) {
                // The machine may be paused, so the other threads are stopped early.
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
                throw new IOException("the machine's memory could not be read completely");
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

    /// The position of the first differing page at or after `from`; the end if there is none.
    private static long firstChange(MemorySegment there, MemorySegment now, long offset, long from) {
        long end = now.byteSize();
        long at = from >= end ? -1 : MemorySegment.mismatch(there, offset + from, offset + end, now, from, end);
        return at < 0 ? end : from + at / PAGE * PAGE;
    }

    private static boolean changed(MemorySegment there, MemorySegment now, long offset, long page) {
        return MemorySegment.mismatch(there, offset + page, offset + page + PAGE, now, page, page + PAGE) >= 0;
    }
}
