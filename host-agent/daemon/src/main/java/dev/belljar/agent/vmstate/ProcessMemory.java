package dev.belljar.agent.vmstate;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A machine's memory in its process: a private mapping of a file, of which only the written pages belong to the
/// process.
///
/// Linux reports these pages (`/proc/PID/pagemap`, bits 61 to 63) and their content (`/proc/PID/mem`) to the
/// owner of the process, as far as Yama permits: by default to the process's ancestors.
public final class ProcessMemory {
    static final int PAGE = 4096;
    private static final int ENTRIES = 1 << 16;
    private static final long PRESENT = 1L << 63;
    private static final long SWAPPED = 1L << 62;
    private static final long OF_A_FILE = 1L << 61;

    private final long pid;
    private final List<Piece> pieces;

    /// A part of the mapping: its address in the process and its offset in the file.
    private record Piece(long address, long length, long offset) {}

    /// A range of the memory, counted from its beginning.
    record Run(long address, long offset, long length) {}

    private ProcessMemory(long pid, List<Piece> pieces) {
        this.pid = pid;
        this.pieces = pieces;
    }

    /// Finds the mapping of this file in a process.
    ///
    /// @throws IOException when there is none
    public static ProcessMemory of(long pid, Path file) throws IOException {
        List<Piece> pieces = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"), StandardCharsets.ISO_8859_1)) {
            String[] words = line.split(" +", 6);
            if (words.length == 6 && (words[5].equals(file.toString()) || words[5].equals(file + " (deleted)"))) {
                String[] ends = words[0].split("-", 2);
                long from = Long.parseUnsignedLong(ends[0], 16);
                pieces.add(new Piece(
                        from, Long.parseUnsignedLong(ends[1], 16) - from, Long.parseUnsignedLong(words[2], 16)));
            }
        }
        if (pieces.isEmpty()) {
            throw new IOException("process " + pid + " has not mapped " + file);
        }
        return new ProcessMemory(pid, List.copyOf(pieces));
    }

    /// The private memory of a process in bytes, an upper bound for the written pages of any mapping.
    ///
    /// @throws IOException when `/proc` cannot be read
    public static long resident(long pid) throws IOException {
        long kib = 0;
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"), StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("RssAnon:") || line.startsWith("VmSwap:")) {
                kib += Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return kib << 10;
    }

    /// The numbers of the file's pages that the process has written.
    ///
    /// @throws IOException when `/proc` cannot be read
    BitSet own() throws IOException {
        BitSet own = new BitSet();
        ByteBuffer entries = ByteBuffer.allocateDirect(ENTRIES * Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel pagemap = FileChannel.open(Path.of("/proc/" + pid + "/pagemap"), StandardOpenOption.READ)) {
            for (Piece piece : pieces) {
                for (long page = 0; page < piece.length() / PAGE; page += ENTRIES) {
                    int count = (int) Math.min(ENTRIES, piece.length() / PAGE - page);
                    read(pagemap, entries, piece.address() / PAGE + page, count);
                    collect(own, (int) (piece.offset() / PAGE + page), entries, count);
                }
            }
        }
        return own;
    }

    /// The ranges of the memory that these pages form.
    List<Run> runs(BitSet pages) {
        List<Run> runs = new ArrayList<>();
        for (Piece piece : pieces) {
            int first = (int) (piece.offset() / PAGE);
            int end = first + (int) (piece.length() / PAGE);
            for (int from = pages.nextSetBit(first); from >= 0 && from < end; ) {
                int to = Math.min(end, pages.nextClearBit(from));
                long offset = (long) from * PAGE;
                runs.add(new Run(piece.address() + offset - piece.offset(), offset, (long) (to - from) * PAGE));
                from = pages.nextSetBit(to);
            }
        }
        return runs;
    }

    /// The content of the memory, at the addresses of its runs.
    ///
    /// @throws IOException when access is denied
    FileChannel content() throws IOException {
        return new RandomAccessFile("/proc/" + pid + "/mem", "r").getChannel();
    }

    private static void collect(BitSet own, int firstPage, ByteBuffer entries, int count) {
        for (int i = 0; i < count; i++) {
            if (isOwn(entries.getLong(i * Long.BYTES))) {
                own.set(firstPage + i);
            }
        }
    }

    private static boolean isOwn(long entry) {
        return (entry & SWAPPED) != 0 || ((entry & PRESENT) != 0 && (entry & OF_A_FILE) == 0);
    }

    private void read(FileChannel pagemap, ByteBuffer entries, long firstPage, int count) throws IOException {
        entries.clear().limit(count * Long.BYTES);
        for (long at = firstPage * Long.BYTES; entries.hasRemaining(); ) {
            int read = pagemap.read(entries, at);
            if (read <= 0) {
                throw new IOException("Linux does not report the memory pages of process " + pid);
            }
            at += read;
        }
    }
}
