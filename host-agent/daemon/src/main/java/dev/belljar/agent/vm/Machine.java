package dev.belljar.agent.vm;

import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A machine that runs.
public interface Machine {
    /// Its process on the host.
    ProcessIdentity process();

    /// The unix socket of the guest link.
    Path linkSocket();

    /// The unix socket that carries its network frames (4-byte big-endian length, then the frame).
    Path netSocket();

    /// Completed with how it came when the machine has ended, for whatever reason.
    CompletableFuture<MachineEnd> ended();

    /// Saves it into an empty folder and lets it go on; its disk as it was stays under the name `layer`. `plan` is
    /// what the driver calls its launch plan.
    ///
    /// @throws VmException when QEMU cannot
    /// @throws SavedStateException when the files cannot be written; the machine goes on all the same
    SavedState freeze(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException;

    /// Saves it into an empty folder and leaves it standing still; it is to be killed then. `layer` is where its
    /// disk will be found.
    ///
    /// @throws VmException when QEMU cannot
    /// @throws SavedStateException when the files cannot be written; the machine goes on then
    SavedState hibernate(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException;

    /// How many bytes `freeze` or `hibernate` would write at most.
    ///
    /// @throws IOException when it is not known
    long saveBytes() throws IOException;

    /// Keeps its processors from running for this reason, or with null no longer. It is kept over host agents, and
    /// whatever else would let the machine go on does not while it is held.
    ///
    /// @throws VmException when QEMU does not answer; it is to be tried again
    void hold(@Nullable Problem why) throws VmException, InterruptedException;

    /// Stops its whole process from outside until it is held no longer, for one that does not stand still although
    /// it is held for this reason: QEMU's word is worth nothing once it was broken out of.
    ///
    /// @throws VmException when it cannot be stopped; it is to be tried again
    void suspend(Problem why) throws VmException, InterruptedException;

    /// True while its process is stopped from outside.
    boolean suspended();

    /// Stops its processors until `resume`.
    ///
    /// @throws VmException when QEMU does not answer
    void pause() throws VmException, InterruptedException;

    /// Lets its processors go on.
    ///
    /// @throws VmException when QEMU does not answer
    void resume() throws VmException, InterruptedException;

    /// Tells this one whenever the machine stands still because the host's disk is full or it is held, at once if it
    /// does now.
    void watchDisk(DiskListener listener);

    /// Waits for a machine that was told to power off; ends it through the monitor when `patience` runs out.
    void awaitEnd(Duration patience) throws InterruptedException;

    /// Ends it at once, as pulling the plug would.
    void kill() throws InterruptedException;
}
