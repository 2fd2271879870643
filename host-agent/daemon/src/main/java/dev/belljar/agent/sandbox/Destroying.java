package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.Destroyed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes one sandbox so that no work is lost: what is only in the machine is saved first, and a disk whose
/// work could not be
/// read is kept in the trash instead of being deleted.
final class Destroying {
    private static final Logger LOG = LoggerFactory.getLogger(Destroying.class);

    private final LiveSandbox sandbox;
    private final Rooms rooms;

    Destroying(LiveSandbox sandbox) {
        this.sandbox = sandbox;
        this.rooms = sandbox.rooms();
    }

    Destroyed run() throws BelljarException, InterruptedException {
        boolean delivered = sandbox.record().delivered();
        boolean orderly =
                sandbox.state() == SandboxState.STOPPED && sandbox.record().problem() == null;
        GuestLink link =
                sandbox.anyLink().filter(l -> l.state() == LinkState.UP).orElse(null);
        // A stop saves the work before it powers off; a machine that ended otherwise may have work on
        // its disk that nobody has read.
        boolean readable = !delivered || link != null || orderly;
        Optional<String> salvage =
                delivered ? rooms.workspace().salvage(sandbox.id(), sandbox.project(), link) : Optional.empty();
        endMachine(link);
        Path folder = rooms.folders().sandbox(sandbox.id());
        String repository = rooms.workspace().repository(sandbox.project()).toString();
        if (sandbox.state() == SandboxState.RUNNING) {
            sandbox.move(SandboxState.STOPPING, null, null);
        }
        if (sandbox.state() == SandboxState.STOPPING) {
            sandbox.move(SandboxState.STOPPED, null, null);
        }
        sandbox.move(SandboxState.DESTROYED, null, null);
        sandbox.close();
        rooms.index().drop(sandbox.id());
        rooms.catalog().forget(sandbox.id());
        String detail = readable ? deleted(folder, salvage) : trashed(folder);
        return new Destroyed(sandbox.id(), salvage.orElse(null), repository, detail);
    }

    private void endMachine(@Nullable GuestLink link) throws InterruptedException {
        Machine machine = sandbox.machine().orElse(null);
        if (machine == null) {
            return;
        }
        try {
            if (link != null) {
                link.syncDisks();
            }
        } catch (GuestException e) {
            LOG.warn("{}: disks were not synced: {}", sandbox.name(), e.getMessage());
        }
        machine.kill();
    }

    private static String deleted(Path folder, Optional<String> salvage) {
        remove(folder);
        return salvage.map(ref -> "Work that was only in the machine is kept at " + ref + ".")
                .orElse("There was no work beyond what the project had.");
    }

    private String trashed(Path folder) {
        Path trash = rooms.folders().data().resolve("trash").resolve(sandbox.id());
        try {
            Files.createDirectories(trash.getParent());
            Files.move(folder, trash);
            return "Its work could not be read, so its disk is kept at " + trash + ".";
        } catch (IOException e) {
            LOG.error("{}: not moved to the trash, left where it is", sandbox.name(), e);
            return "Its work could not be read, so its disk is left at " + folder + ".";
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{}: not removed whole: {}", folder, e.toString());
        }
    }
}
