package dev.belljar.agent.retention;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.lifecycle.SavedMemory;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Moves the machine of a stopped sandbox to a tier that needs less disk space. The machine can be resumed after
/// each step: the smaller form is complete before the record says so, and the larger form is deleted last.
///
/// An interrupt ends the work; the sandbox then stays in its earlier form.
public record DiskPacker(SandboxRuntime sandbox, VmDriver driver, SavedMemory memory) {
    /// Moves the machine down to this tier.
    ///
    /// @throws BelljarException when the machine runs, or packing fails, or the memory would be deleted and
    /// `dropMemory` is false; the sandbox is unchanged then
    void to(StorageTier tier, boolean dropMemory) throws BelljarException, InterruptedException {
        SandboxState _ = sandbox.requireAllowed(StorageApi.MOVE);
        StorageTier now = sandbox.record().tier();
        if (now != null && now.compareTo(tier) >= 0) {
            return;
        }
        if (tier == StorageTier.WARM) {
            warm(now);
        } else if (now != null && !dropMemory) {
            throw new SandboxException(
                    SandboxException.NEEDS_CONFIRMATION,
                    "sandbox %s is hibernated: the cold tier deletes its saved memory, which ends its programs"
                            .formatted(sandbox.name()),
                    ("To confirm, use `belljar tier %s cold --yes`, or dropMemory=true in the API. The disk "
                                    + "is not deleted.")
                            .formatted(sandbox.name()));
        } else {
            cold();
        }
    }

    private void warm(@Nullable StorageTier now) throws BelljarException {
        if (now != StorageTier.HOT) {
            throw refused(
                    "was shut down, so there is no memory to compress: expected a hibernated sandbox",
                    "`belljar tier NAME cold` compresses the disk.");
        }
        try {
            memory.pack();
            sandbox.change(r -> r.withTier(StorageTier.WARM));
            memory.dropRaw();
            recordTier(StorageTier.WARM);
        } catch (IOException e) {
            throw full("the memory could not be compressed", e);
        }
    }

    /// Packs the disk and deletes the memory, but only if the work was fetched when the machine stopped.
    private void cold() throws BelljarException, InterruptedException {
        SandboxRecord r = sandbox.record();
        if (r.delivered() && !r.salvaged()) {
            throw refused(
                    "has work that could not be fetched when it stopped, so its disk was not compressed",
                    "Start the sandbox and stop it again, so that Belljar can fetch the work.");
        }
        Path disk = sandbox.folder().resolve("disk/disk.qcow2");
        if (Files.exists(disk)) {
            driver.pack(disk);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        sandbox.change(now -> now.withTier(StorageTier.COLD));
        memory.forget();
        recordTier(StorageTier.COLD);
    }

    private void recordTier(StorageTier tier) {
        sandbox.observation()
                .note("note", "tier", "is now in tier " + tier.name().toLowerCase(Locale.ROOT));
        sandbox.announce(sandbox.state());
    }

    private SandboxException refused(String what, String hint) {
        return new SandboxException(
                SandboxException.WRONG_STATE,
                "sandbox " + sandbox.name() + " " + what,
                hint.replace("NAME", sandbox.name()));
    }

    private SandboxException full(String what, IOException e) {
        return new SandboxException(
                SandboxException.NO_FOLDER,
                "sandbox %s: %s: %s".formatted(sandbox.name(), what, e.getMessage()),
                "Nothing was changed. Free some space and try again.");
    }
}
