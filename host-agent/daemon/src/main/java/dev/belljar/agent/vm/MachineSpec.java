package dev.belljar.agent.vm;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.nio.file.Path;

/// The specification of a machine to start: `disk` is the folder of its files (memory, disk layer, console log),
/// `sockets` that of its monitor, link and network sockets.
///
/// `mac` is the MAC address of its network card, `hostname` the guest's host name.
public record MachineSpec(
        String id,
        String hostname,
        Path disk,
        Path sockets,
        MachineLimits limits,
        BootImage image,
        Acceleration acceleration,
        String mac) {}
