package dev.belljar.agent.audit;

import dev.belljar.contract.audit.AuditFiles;
import dev.belljar.contract.audit.AuditLines;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.AuditEntry;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Reads the end of an audit log.
record AuditTail(AuditFiles files) {
    /// The newest `most` entries, the oldest of them first; lines that cannot be read as entries are left out.
    ///
    /// @throws AuditException `audit.unreadable`
    List<AuditEntry> newest(int most) throws AuditException {
        Deque<AuditEntry> kept = new ArrayDeque<>();
        try {
            for (Path file : files.all().reversed()) {
                Deque<AuditEntry> here = newest(file, most - kept.size());
                here.descendingIterator().forEachRemaining(kept::addFirst);
                if (kept.size() >= most) {
                    break;
                }
            }
        } catch (IOException e) {
            throw new AuditException(AuditException.UNREADABLE, files.folder(), e);
        }
        return List.copyOf(kept);
    }

    private static Deque<AuditEntry> newest(Path file, int most) throws IOException {
        Deque<AuditEntry> kept = new ArrayDeque<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            AuditLines lines = new AuditLines(in);
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                try {
                    kept.add(ContractJson.read(new String(line, StandardCharsets.UTF_8), AuditEntry.class));
                } catch (JsonFault e) {
                    continue;
                }
                if (kept.size() > most) {
                    kept.poll();
                }
            }
        }
        return kept;
    }
}
