package dev.belljar.agent.tool;

import dev.belljar.contract.view.ToolStatus;
import java.util.Optional;

/// A program of this host that machines can have.
public interface Tool {
    /// A host that has none.
    Tool NONE = new Tool() {
        @Override
        public Optional<ToolFile> ready() {
            return Optional.empty();
        }

        @Override
        public ToolStatus status() {
            return new ToolStatus("zellij", "off", 0, "", null, null, "not on this host", null);
        }

        @Override
        public ToolStatus build() {
            return status();
        }
    };

    /// The program, if it is there now.
    Optional<ToolFile> ready();

    /// How it stands.
    ToolStatus status();

    /// Begins to build it unless it is there or being built; returns at once.
    ToolStatus build();
}
