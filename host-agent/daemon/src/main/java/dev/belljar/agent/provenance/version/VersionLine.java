package dev.belljar.agent.provenance.version;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A version as a line of JSON.
final class VersionLine {
    /// What a line counts for at least, because many short ones need time and memory, too.
    private static final int LEAST = 2_048;

    private static final byte[] CONTENT = ",\"content\":".getBytes(StandardCharsets.UTF_8);

    private VersionLine() {}

    static byte[] of(FileVersion version) {
        return (ContractJson.line(version) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// The bytes for which a line of this length counts.
    static int cost(int length) {
        return Math.max(LEAST, length);
    }

    /// What all lines of a path begin with, and no others: the path is the first field.
    static byte[] prefix(String path) {
        String line = ContractJson.line(new FileVersion(path, 0, 0, List.of(), true, null, null));
        return line.substring(0, line.indexOf(",\"from\":") + 1).getBytes(StandardCharsets.UTF_8);
    }

    /// Where the line ends that begins at `from`.
    static int end(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    static boolean starts(byte[] bytes, int from, int end, byte[] prefix) {
        return end - from >= prefix.length
                && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /// The version without its content; empty for a line that a crash tore. The content is most of a line.
    static Optional<FileVersion> header(byte[] bytes, int from, int end) {
        if (end == from || bytes[end - 1] != '}') {
            return Optional.empty();
        }
        for (int at = from; at + CONTENT.length <= end; at++) {
            // In a string, a quote follows a backslash.
            if (bytes[at] == ',' && starts(bytes, at, end, CONTENT)) {
                byte[] header = Arrays.copyOfRange(bytes, from, at + 1);
                header[at - from] = '}';
                return read(header, 0, header.length);
            }
        }
        return read(bytes, from, end);
    }

    /// The version; empty for a line that a crash tore.
    static Optional<FileVersion> read(byte[] bytes, int from, int end) {
        try {
            String line = new String(bytes, from, end - from, StandardCharsets.UTF_8);
            return Optional.of(ContractJson.read(line, FileVersion.class));
        } catch (JsonFault e) {
            return Optional.empty();
        }
    }
}
