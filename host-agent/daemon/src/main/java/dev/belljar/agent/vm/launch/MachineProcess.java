package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.ProcessIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Optional;

/// Recognizes the QEMU process of a machine by its files.
public record MachineProcess(MachineFiles files, String id) {
    private static final int LONGEST_PID = 32;

    /// The process that runs with these files now.
    public Optional<ProcessIdentity> running() {
        // QEMU may write this file, so its content is untrusted.
        try (InputStream file = Files.newInputStream(files.pid(), LinkOption.NOFOLLOW_LINKS)) {
            String text = new String(file.readNBytes(LONGEST_PID), StandardCharsets.US_ASCII);
            return ProcessIdentity.of(Long.parseLong(text.strip())).filter(process -> is(process));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// True if this process is the QEMU of this machine with these files.
    public boolean is(ProcessIdentity process) {
        List<String> words = process.words();
        return words.contains(LaunchPlan.name(id)) && words.contains(LaunchPlan.monitorWord(files));
    }
}
