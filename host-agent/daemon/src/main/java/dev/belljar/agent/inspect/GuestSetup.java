package dev.belljar.agent.inspect;

import dev.belljar.contract.request.session.ExecCommand;

/// The command that makes a guest match the settings of its sandbox, with its standard input. `inspected` and
/// `authorities` say whether the guest then trusts the sandbox's own authority, and any of the host's.
public record GuestSetup(ExecCommand command, byte[] input, boolean inspected, boolean authorities) {}
