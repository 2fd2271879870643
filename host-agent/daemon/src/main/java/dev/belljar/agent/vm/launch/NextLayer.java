package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.vmstate.Qcow2Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The layer that becomes the disk of a machine while it is saved.
public record NextLayer(MachineFiles files) {
    /// Keeps the present state of the disk permanently under another name, and creates a new layer over it.
    ///
    /// The disk's path then names the new layer: whichever of the two QEMU writes to when the host fails, a
    /// machine that boots from that path finds all data.
    ///
    /// @throws IOException when a file cannot be made
    public void stack(Path layer) throws IOException {
        Path parent = layer.getParent();
        if (parent != null) {
            Files.createDirectories(parent, MachineFiles.FOLDER_MODE);
        }
        Files.createLink(layer, files.overlay());
        Files.deleteIfExists(path());
        Qcow2Format.overlay(path(), layer);
        // The layer is flushed before it is renamed: a power cut must not leave a disk without its layers.
        DurableFile.flush(path());
        if (parent != null) {
            DurableFile.flush(parent);
        }
    }

    /// The path of the layer that becomes the disk.
    public Path path() {
        return files.disk().resolve("disk.new");
    }

    /// Gives the layer that becomes the disk to the owner of QEMU's files: QEMU's own user, if it has one.
    ///
    /// @throws IOException when its owner cannot be changed
    public void giveToOwner() throws IOException {
        Object owner = Files.getAttribute(files.writable(), "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(Files.getAttribute(path(), "unix:uid", LinkOption.NOFOLLOW_LINKS))) {
            Files.setAttribute(path(), "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
