package dev.belljar.agent.vmstate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Refuses saved machines whose files are damaged.
///
/// A verified file is not read again while it is unchanged: a write changes its time.
public final class ChecksumVerifier {
    private final Map<Path, String> verified = new ConcurrentHashMap<>();

    /// Verifies the files that were not verified before.
    ///
    /// @throws SavedStateException when a file or the disk's layer is missing, truncated or changed
    public void check(SavedState machine) throws SavedStateException {
        if (!Files.isRegularFile(machine.layer())) {
            throw SavedState.damaged(machine.folder(), "the disk layer " + machine.layer() + " is missing", null);
        }
        check(machine.folder(), machine.ram(), machine.facts().ramSum());
        check(machine.folder(), machine.state(), machine.facts().stateSum());
        String disk = machine.facts().layerSum();
        if (disk != null) {
            check(machine.folder(), machine.layer(), disk);
        }
    }

    /// Marks a file as verified in its present state, because its writer has just checked its content against a
    /// checksum.
    ///
    /// @throws IOException when its attributes cannot be read
    public void vouch(Path file) throws IOException {
        verified.put(file, stamp(file));
    }

    private static String stamp(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return "%s %d %s".formatted(now.fileKey(), now.size(), now.lastModifiedTime());
    }

    private void check(Path folder, Path file, String sum) throws SavedStateException {
        try {
            String stamp = stamp(file);
            if (stamp.equals(verified.get(file))) {
                return;
            }
            if (!BlockChecksum.of(file).equals(sum)) {
                throw SavedState.damaged(
                        folder, file.getFileName() + " was changed after it was saved (wrong checksum)", null);
            }
            verified.put(file, stamp);
        } catch (IOException e) {
            throw SavedState.damaged(folder, file.getFileName() + ": " + e.getMessage(), e);
        }
    }
}
