package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The stored reason why a machine is held, which the next host agent reads.
public record HoldReason(MachineFiles files) {
    private static final Logger LOG = LoggerFactory.getLogger(HoldReason.class);

    /// Stores why the machine is held, for the next host agent. The machine is held even if that cannot be
    /// written.
    public void store(Problem why) {
        try {
            DurableFile.write(files.held(), ContractJson.pretty(why) + "\n");
        } catch (IOException e) {
            LOG.warn(
                    "{}: could not record that the machine is paused, so a restarted host agent would not know: {}",
                    files.disk(),
                    e.toString());
        }
    }

    /// Deletes the reason of the hold.
    public void delete() throws VmException {
        try {
            Files.deleteIfExists(files.held());
        } catch (IOException e) {
            throw files.unwritable(e);
        }
    }

    /// Why an earlier host agent held the machine, if it did.
    public Optional<Problem> read() {
        try {
            return Files.exists(files.held())
                    ? Optional.of(ContractJson.read(Files.readString(files.held()), Problem.class))
                    : Optional.empty();
        } catch (IOException | JsonFault e) {
            LOG.warn("{}: the reason why the machine is paused cannot be read: {}", files.disk(), e.toString());
            return Optional.of(
                    Problem.of(VmException.PAUSED, "paused", "The sandbox was paused because of a disk limit.", null));
        }
    }
}
