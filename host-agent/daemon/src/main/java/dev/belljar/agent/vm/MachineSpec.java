package dev.belljar.agent.vm;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.nio.file.Path;

/// A machine to start: `disk` holds what is its own (RAM file, overlay disk, console log), `sockets` its QMP, link
/// and network sockets.
///
/// `mac` is the address of its network card, `hostname` the guest's name.
public record MachineSpec(
        String id,
        String hostname,
        Path disk,
        Path sockets,
        MachineLimits limits,
        BootImage image,
        Acceleration acceleration,
        String mac) {}
