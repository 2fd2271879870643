package dev.belljar.agent.tool;

import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Checks from an ELF file whether a program can run in a machine: the processor, the loader, the needed
/// libraries and the newest needed glibc. The file is only read, and may be hostile.
final class ElfFit {
    /// The glibc of Debian 12, which machines have.
    static final int GLIBC_MINOR = 36;

    private static final Set<String> THERE = Set.of(
            "libc.so.6",
            "libm.so.6",
            "libgcc_s.so.1",
            "libz.so.1",
            "libpthread.so.0",
            "libdl.so.2",
            "librt.so.1",
            "libutil.so.1",
            "ld-linux-x86-64.so.2");
    private static final Pattern LIBRARY = Pattern.compile("(?:lib|ld-)[A-Za-z0-9_+.-]*\\.so(?:\\.[0-9.]+)?");
    private static final Pattern GLIBC = Pattern.compile("GLIBC_2\\.([0-9]{1,3})(?:\\.[0-9]+)?");
    /// The loader of Debian's programs; a static program has none.
    private static final String LOADER = "/lib64/ld-linux-x86-64.so.2";

    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final int MOST_SEGMENTS = 256;
    private static final int LOADED_BY = 3;
    private static final int LONGEST_PATH = 4_096;
    private static final int EXECUTABLE = 2;
    private static final int POSITION_INDEPENDENT = 3;
    private static final int SECTION = 64;
    private static final int MOST_SECTIONS = 4_096;
    /// Limit of all string tables together, because a hostile file may have any number and size of them.
    private static final long MOST_STRINGS = 4 << 20;
    private static final int X86_64 = 62;
    private static final int STRINGS = 3;
    private static final long ALLOCATED = 2;

    private ElfFit() {}

    /// Why the program cannot run in a machine, in words; empty if it can.
    ///
    /// @throws IOException when it cannot be read
    static Optional<String> misfit(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = part(channel, 0, HEADER);
            if (header.getInt(0) != 0x464c457f || header.get(4) != 2 || header.get(5) != 1) {
                return Optional.of("it is not a 64-bit ELF program");
            }
            if (header.getShort(18) != X86_64) {
                return Optional.of("it is not for x86-64 processors");
            }
            int type = header.getShort(16);
            if (type != EXECUTABLE && type != POSITION_INDEPENDENT) {
                return Optional.of("it is an object file, not a program");
            }
            String loader = loader(channel, header);
            if (!loader.isEmpty() && !loader.equals(LOADER)) {
                return Optional.of(
                        "it needs the dynamic loader " + VisibleText.line(loader) + ", which guests do not have");
            }
            return wants(channel, header);
        }
    }

    /// The program's loader; empty for a static program.
    private static String loader(FileChannel channel, ByteBuffer header) throws IOException {
        int count = Short.toUnsignedInt(header.getShort(56));
        if (count == 0 || count > MOST_SEGMENTS) {
            throw new IOException("it has %d segments: expected 1 to %d".formatted(count, MOST_SEGMENTS));
        }
        ByteBuffer segments = part(channel, offset(header.getLong(32)), count * SEGMENT);
        for (int base = 0; base < count * SEGMENT; base += SEGMENT) {
            long length = segments.getLong(base + 32);
            if (segments.getInt(base) == LOADED_BY) {
                if (length < 1 || length > LONGEST_PATH) {
                    throw new IOException(
                            "the path of its loader has %d bytes: expected 1 to %d".formatted(length, LONGEST_PATH));
                }
                ByteBuffer path = part(channel, offset(segments.getLong(base + 8)), (int) length);
                return StandardCharsets.ISO_8859_1.decode(path).toString().replaceAll("\0+$", "");
            }
        }
        return "";
    }

    private static long offset(long at) throws IOException {
        if (at < 0 || at > Long.MAX_VALUE / 2) {
            throw new IOException("an offset in it points beyond its end");
        }
        return at;
    }

    /// What the program needs and machines lack, by the strings that its dynamic linker reads, among them names
    /// and versions of libraries.
    private static Optional<String> wants(FileChannel channel, ByteBuffer header) throws IOException {
        long at = header.getLong(40);
        int count = Short.toUnsignedInt(header.getShort(60));
        if (at <= 0 || count > MOST_SECTIONS) {
            return Optional.empty(); // a static program without sections needs nothing
        }
        ByteBuffer sections = part(channel, at, count * SECTION);
        long left = MOST_STRINGS;
        for (int base = 0; base < count * SECTION; base += SECTION) {
            boolean linkers = sections.getInt(base + 4) == STRINGS && (sections.getLong(base + 8) & ALLOCATED) != 0;
            long length = sections.getLong(base + 32);
            if (linkers && length > 0) {
                left -= length;
                if (left < 0) {
                    throw new IOException("its string tables are larger than %,d bytes".formatted(MOST_STRINGS));
                }
                Optional<String> misfit = wants(part(channel, offset(sections.getLong(base + 24)), (int) length));
                if (misfit.isPresent()) {
                    return misfit;
                }
            }
        }
        return Optional.empty();
    }

    /// Checks one string table; a zero byte ends each string, but may be missing after the last.
    private static Optional<String> wants(ByteBuffer strings) {
        int begin = 0;
        for (int i = 0; i <= strings.limit(); i++) {
            if (i == strings.limit() || strings.get(i) == 0) {
                if (i > begin && i - begin <= LONGEST_PATH) {
                    Optional<String> misfit = required(new String(
                            strings.array(), strings.arrayOffset() + begin, i - begin, StandardCharsets.ISO_8859_1));
                    if (misfit.isPresent()) {
                        return misfit;
                    }
                }
                begin = i + 1;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> required(String string) {
        Matcher glibc = GLIBC.matcher(string);
        if (glibc.matches() && Integer.parseInt(glibc.group(1)) > GLIBC_MINOR) {
            return Optional.of("it needs glibc 2.%s, but guests have 2.%d".formatted(glibc.group(1), GLIBC_MINOR));
        }
        if (LIBRARY.matcher(string).matches() && !THERE.contains(string)) {
            return Optional.of("it needs " + string + ", which guests do not have");
        }
        return Optional.empty();
    }

    private static ByteBuffer part(FileChannel channel, long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("it is truncated");
            }
        }
        return buffer.flip();
    }
}
