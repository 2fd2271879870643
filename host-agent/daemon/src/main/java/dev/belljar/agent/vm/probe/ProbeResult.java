package dev.belljar.agent.vm.probe;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.sandbox.Acceleration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The result of a probe together with the facts of its host, as stored in a file.
public record ProbeResult(HostFacts host, Acceleration acceleration) {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeResult.class);
    private static final long LONGEST = 64 << 10;

    /// The result in this file, if it belongs to this host.
    static Optional<ProbeResult> read(Path file, HostFacts host) {
        try {
            if (!Files.exists(file) || Files.size(file) > LONGEST) {
                return Optional.empty();
            }
            return Optional.of(ContractJson.read(Files.readString(file), ProbeResult.class))
                    .filter(proof -> host.equals(proof.host()) && proof.acceleration() != null);
        } catch (IOException | JsonFault e) {
            LOG.warn("{}: cannot be read, so acceleration is tested again: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /// Stores the result; if that fails, the next host agent only has to probe again.
    void write(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            DurableFile.write(file, ContractJson.pretty(this));
        } catch (IOException e) {
            LOG.warn("{}: the result of the acceleration test could not be saved: {}", file, e.getMessage());
        }
    }
}
