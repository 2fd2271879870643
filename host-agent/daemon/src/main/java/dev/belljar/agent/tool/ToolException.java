package dev.belljar.agent.tool;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;

/// A program for machines cannot be had.
public final class ToolException extends BelljarException {
    public static final ProblemCode NOT_BUILT = new ProblemCode("tool.not-built", 500);
    public static final ProblemCode NO_CARGO = new ProblemCode("tool.no-cargo", 424);
    private static final long serialVersionUID = 1L;

    private ToolException(ProblemCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    static ToolException notBuilt(String why) {
        return new ToolException(
                NOT_BUILT,
                "Zellij could not be built: " + why,
                "Machines use tmux; try again with `belljar image zellij`.");
    }

    static ToolException oldCargo(String version, String found) {
        return new ToolException(
                NO_CARGO,
                "Zellij " + version + " needs Rust 1.95 or newer, and `cargo --version` says \"" + found + "\"",
                "Install a newer Rust (https://rustup.rs), or put a `zellij` on the PATH; machines use tmux.");
    }

    static ToolException noCargo(String version) {
        return new ToolException(
                NO_CARGO,
                "Zellij " + version + " is not on the PATH, and there is no cargo to build it with",
                "Install Rust 1.95 or newer (https://rustup.rs), or put a `zellij` on the PATH; machines use tmux.");
    }
}
