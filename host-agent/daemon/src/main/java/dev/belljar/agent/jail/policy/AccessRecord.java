package dev.belljar.agent.jail.policy;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.jail.RecordedAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The accesses to hidden paths that were decided, one JSON object a line, for dry runs of policies. When the
/// file is full it replaces the one before.
public final class AccessRecord {
    private static final Logger LOG = LoggerFactory.getLogger(AccessRecord.class);
    private static final long FULL = 4 << 20;

    private final Path file;
    private final Path before;

    public AccessRecord(Path folder) {
        file = folder.resolve("accesses.jsonl");
        before = folder.resolve("accesses.old.jsonl");
    }

    /// Adds an access. A record that cannot be written is only missing from dry runs; the audit log has it
    /// too.
    public synchronized void add(RecordedAccess access) {
        try {
            Files.createDirectories(file.getParent());
            if (Files.exists(file) && Files.size(file) > FULL) {
                Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.writeString(
                    file, ContractJson.line(access) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.warn("an access of jail {} was not recorded: {}", access.jail(), e.getMessage());
        }
    }

    /// The accesses of a project, the oldest first. Lines that a crash tore are left out.
    ///
    /// @throws IOException if they cannot be read
    synchronized List<RecordedAccess> of(String project) throws IOException {
        List<RecordedAccess> all = new ArrayList<>();
        for (Path each : List.of(before, file)) {
            if (!Files.exists(each)) {
                continue;
            }
            for (String line :
                    Files.readString(each, StandardCharsets.UTF_8).lines().toList()) {
                try {
                    RecordedAccess access = ContractJson.read(line, RecordedAccess.class);
                    if (access.project().equals(project)) {
                        all.add(access);
                    }
                } catch (JsonFault e) {
                    LOG.debug("a line of {} is incomplete", each, e);
                }
            }
        }
        return all;
    }
}
