package dev.belljar.agent.access;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.tool.GuestTool;

/// The access to one sandbox's machine: its SSH keys, its terminal session, and the port that the user chose for the
/// sandbox's plain host name.
public record MachineAccess(GuestSshKeys sshKeys, MachineSession session, MainPortSetting mainPort) {
    /// `known` is called when the machine's ssh host key changes.
    static MachineAccess to(SandboxRuntime sandbox, GuestTool zellij, Runnable known) {
        return new MachineAccess(
                new GuestSshKeys(sandbox, known),
                new MachineSession(sandbox, zellij),
                MainPortSetting.in(sandbox.folder()));
    }
}
