package dev.belljar.agent.tool;

import dev.belljar.contract.view.ToolStatus;
import java.util.Optional;

/// A program of this host that machines can have.
public interface GuestTool {
    /// A host that has none.
    GuestTool NONE = new GuestTool() {
        @Override
        public Optional<ToolFile> ready() {
            return Optional.empty();
        }

        @Override
        public ToolStatus status() {
            return new ToolStatus("zellij", "off", 0, "", null, null, "not on this host", null);
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

    /// The program, if it is there now.
    Optional<ToolFile> ready();

    /// How it stands.
    ToolStatus status();

    /// Begins to build it in a machine made for that, unless it is there or being built; returns at once.
    ToolStatus build(BuildMachine.Maker machines);

    /// The same on this host: what builds it runs as this user, so only when a person says so.
    ToolStatus buildOnHost();

    /// Ends a build that is going on, and its machine; returns when both are gone.
    ToolStatus cancel() throws InterruptedException;
}
