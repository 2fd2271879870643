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

/// A running machine.
public interface Machine {
    /// The machine's process on the host.
    ProcessIdentity process();

    /// The Unix socket of the guest link.
    Path linkSocket();

    /// The Unix socket for its network frames (4-byte big-endian length, then the frame).
    Path netSocket();

    /// Completed with the reason when the machine has ended.
    CompletableFuture<MachineEnd> ended();

    /// Saves the machine into an empty folder and resumes it; the state of its disk is kept under the name
    /// `layer`. `plan` is the driver's name for its launch plan.
    ///
    /// @throws VmException when QEMU cannot
    /// @throws SavedStateException when the files cannot be written; the machine resumes all the same
    SavedState freeze(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException;

    /// Saves the machine into an empty folder and leaves it paused, so that it can be killed. `layer` is the
    /// path of its disk.
    ///
    /// @throws VmException when QEMU cannot
    /// @throws SavedStateException when the files cannot be written; the machine resumes then
    SavedState hibernate(String plan, Path folder, Path layer)
            throws VmException, SavedStateException, InterruptedException;

    /// The maximum number of bytes that `freeze` or `hibernate` would write.
    ///
    /// @throws IOException when it cannot be determined
    long saveBytes() throws IOException;

    /// Pauses its processors for this reason, or resumes them with null. The hold outlives the host agent, and
    /// no other operation resumes the machine while it is held.
    ///
    /// @throws VmException when QEMU does not answer; the caller must try again
    void hold(@Nullable Problem why) throws VmException, InterruptedException;

    /// Stops its whole process by a signal until the hold ends, for a machine that does not pause although it is
    /// held for this reason: a compromised QEMU can ignore the hold.
    ///
    /// @throws VmException when it cannot be stopped; the caller must try again
    void suspend(Problem why) throws VmException, InterruptedException;

    /// True while its process is stopped by a signal.
    boolean suspended();

    /// Pauses its processors until `resume`.
    ///
    /// @throws VmException when QEMU does not answer
    void pause() throws VmException, InterruptedException;

    /// Resumes its processors.
    ///
    /// @throws VmException when QEMU does not answer
    void resume() throws VmException, InterruptedException;

    /// Limits what it reads from and writes to its disk to this many bytes a second, 0 for no limit. The limit
    /// ends with the machine.
    ///
    /// @throws VmException when QEMU does not accept it
    void limitDisk(long bytesPerSecond) throws VmException, InterruptedException;

    /// Sets the listener for pauses because of a full disk or a hold; it is called at once if the machine is
    /// paused now.
    void watchDisk(DiskListener listener);

    /// Waits for a machine that is powering off; ends it through the monitor after `patience`.
    void awaitEnd(Duration patience) throws InterruptedException;

    /// Ends the machine at once, like a power cut.
    void kill() throws InterruptedException;
}
