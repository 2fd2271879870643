package dev.belljar.agent.tool;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;

/// Says why a program for machines is not available.
public final class ToolException extends BelljarException {
    public static final ProblemCode NOT_BUILT = new ProblemCode("tool.not-built", 500);
    public static final ProblemCode NOT_FETCHED = new ProblemCode("tool.not-fetched", 502);
    public static final ProblemCode NO_CARGO = new ProblemCode("tool.no-cargo", 424);
    public static final ProblemCode NO_ROOM = new ProblemCode("tool.no-room", 507);
    private static final String RUSTUP = "Install a newer Rust with rustup (https://rustup.rs)";
    private static final String OTHERWISE = ", or put `zellij` on the PATH. Until then, sandboxes use tmux.";
    private static final long serialVersionUID = 1L;

    private ToolException(ProblemCode code, String message, String hint) {
        super(code, message, hint, null);
    }

    static ToolException notBuilt(Crate crate, String why) {
        return new ToolException(
                NOT_BUILT,
                called(crate) + " could not be built: " + why,
                "Try again with `belljar image zellij`. Until then, sandboxes use tmux.");
    }

    static ToolException noRoom(Crate crate, String why) {
        return new ToolException(
                NO_ROOM,
                called(crate) + " was not built: " + why,
                "Free some space on that disk, for example with `belljar trash empty`, or lower the "
                        + "reserve with `belljar storage set --reserve 1G`. Until then, sandboxes use tmux.");
    }

    static ToolException notFetched(Crate crate, String why) {
        return new ToolException(
                NOT_FETCHED,
                called(crate) + " could not be fetched: " + why,
                "The crates must be downloaded once, from the registry in your cargo configuration. Check the "
                        + "connection to that registry, then try again with `belljar image zellij`. Until then, sandboxes use tmux.");
    }

    static ToolException oldCargo(Crate crate, String found) {
        return new ToolException(
                NO_CARGO,
                "building %s needs Rust 1.%d or newer, but `cargo --version` reports \"%s\""
                        .formatted(called(crate), crate.cargo(), found),
                RUSTUP + OTHERWISE);
    }

    static ToolException noRust(Crate crate, String why) {
        return new ToolException(
                NO_CARGO,
                "building %s needs Rust 1.%d or newer; this computer has none that can be used, and Debian's could not be downloaded: %s"
                        .formatted(called(crate), crate.cargo(), why),
                "Check the connection to the Debian mirror and try again with `belljar image zellij`, or install Rust "
                        + "with rustup (https://rustup.rs)" + OTHERWISE);
    }

    static ToolException noCargo(Crate crate) {
        return new ToolException(
                NO_CARGO,
                called(crate) + " cannot be built on this computer, because cargo is not installed",
                "Install Rust 1.%d or newer with rustup (https://rustup.rs)%s".formatted(crate.cargo(), OTHERWISE));
    }

    private static String called(Crate crate) {
        String name = crate.name();
        return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1) + " " + crate.version();
    }
}
