package dev.belljar.agent.tool;

import dev.belljar.contract.view.host.ToolStatus;
import java.util.Optional;

/// A program that this host provides to machines.
public interface GuestTool {
    /// No program.
    GuestTool NONE = new GuestTool() {
        @Override
        public Optional<ToolFile> ready() {
            return Optional.empty();
        }

        @Override
        public ToolStatus status() {
            return new ToolStatus("zellij", "off", 0, "", null, null, "not available on this computer", null);
        }

        @Override
        public ToolStatus build(BuildMachine.Maker machines) {
            return status();
        }

        @Override
        public ToolStatus buildOnHost() {
            return status();
        }

        @Override
        public ToolStatus cancel() {
            return status();
        }
    };

    /// The program, if it is available now.
    Optional<ToolFile> ready();

    /// The state of the program.
    ToolStatus status();

    /// Begins to build it in a separate machine, unless it is available or being built; returns at once.
    ToolStatus build(BuildMachine.Maker machines);

    /// Begins to build it on this host, where the build runs as this user, so only on the user's explicit
    /// request.
    ToolStatus buildOnHost();

    /// Cancels a running build and its machine; returns when both have ended.
    ToolStatus cancel() throws InterruptedException;
}
