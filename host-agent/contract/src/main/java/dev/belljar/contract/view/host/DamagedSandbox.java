package dev.belljar.contract.view.host;

import org.jspecify.annotations.Nullable;

/// A sandbox whose record cannot be read. Its files stay as they are, and its name stays reserved if it is known.
///
/// @param id the name of its folder
/// @param name its name, null if it is not known
/// @param file the record
/// @param reason why the record cannot be read
public record DamagedSandbox(String id, @Nullable String name, String file, String reason) {
    /// The sandbox, what is wrong, and why.
    public String sentence() {
        return "the sandbox %s cannot be opened: its record %s cannot be read: %s"
                .formatted(name == null ? id : name, file, reason);
    }

    /// What the user can do about it.
    public String hint() {
        return "Restore this file from a backup, or move its folder out of the data folder, then run `belljar agent"
                + " stop`; the next command starts the host agent again. Sandboxes keep running.";
    }
}
