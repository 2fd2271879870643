package dev.belljar.contract.audit;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Verifies the whole chain from its first line, and stops at the first line that does not follow from the one
/// before.
public final class AuditCheck {
    private final AuditFiles files;
    private long lines;
    private String head = HashChain.GENESIS;
    private @Nullable AuditVerdict broken;
    private final long anchorLine;
    private final Consumer<AuditEntry> valid;
    private @Nullable String found;

    /// A check that also notes the hash of line number `anchorLine`.
    public AuditCheck(AuditFiles files, long anchorLine) {
        this(files, anchorLine, _ -> {});
    }

    /// A check that also passes each entry that follows from the one before it to `valid`.
    public AuditCheck(AuditFiles files, long anchorLine, Consumer<AuditEntry> valid) {
        this.files = files;
        this.anchorLine = anchorLine;
        this.valid = valid;
    }

    /// The hash of line number `anchorLine`; null when there is no such line.
    @Nullable
    public String hash() {
        return found;
    }

    /// Reads the files to their end, or to the first line that is wrong.
    public AuditVerdict run() throws IOException {
        int expected = 1;
        for (Path file : files.all()) {
            if (AuditFiles.number(file) != expected++) {
                return broken(file, 1, "the previous file is missing");
            }
            read(file);
            if (broken != null) {
                return broken;
            }
        }
        return new AuditVerdict(true, lines, head, null, null, null);
    }

    private void read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            AuditLines read = new AuditLines(in);
            long number = 1;
            for (byte[] line = read.next(); line != null && broken == null; line = read.next()) {
                String problem = read.ended() ? problem(line) : "the line is incomplete";
                if (problem != null) {
                    broken = broken(file, number, problem);
                }
                head = HashChain.hash(line);
                lines++;
                if (lines == anchorLine) {
                    found = head;
                }
                number++;
            }
        }
    }

    private @Nullable String problem(byte[] line) {
        try {
            AuditEntry entry = ContractJson.read(new String(line, StandardCharsets.UTF_8), AuditEntry.class);
            if (entry.seq() != lines + 1) {
                return "the entry has number %d: expected %d".formatted(entry.seq(), lines + 1);
            }
            if (!head.equals(entry.prev())) {
                return "the entry's hash of the previous line does not match that line";
            }
            valid.accept(entry);
            return null;
        } catch (JsonFault e) {
            return "the line is not an audit entry";
        }
    }

    private AuditVerdict broken(Path file, long line, String problem) {
        return new AuditVerdict(false, lines, head, String.valueOf(file.getFileName()), line, problem);
    }
}
