package dev.belljar.agent.vm;

import dev.belljar.agent.host.ProcessIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

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

    /// Waits for a machine that was told to power off; ends it through the monitor when `patience` runs out.
    void awaitEnd(Duration patience) throws InterruptedException;

    /// Ends it at once, as pulling the plug would.
    void kill() throws InterruptedException;
}
