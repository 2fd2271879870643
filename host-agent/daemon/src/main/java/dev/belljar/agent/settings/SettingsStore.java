package dev.belljar.agent.settings;

import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The settings of each sandbox, in a file in its folder. A missing file stands for the defaults, and so does
/// one that cannot be read, which is never overwritten.
public final class SettingsStore {
    private static final ProblemCode UNWRITABLE = new ProblemCode("settings.not-saved", 507);
    private static final String NAME = "settings.json";
    private static final int MOST_BYTES = 4_096;
    private static final SettingsFile<OwnSettings> FILES =
            new SettingsFile<>(OwnSettings.class, OwnSettings.NOTHING, MOST_BYTES, OwnSettings::wrong, UNWRITABLE);

    private SettingsStore() {}

    /// The settings of the sandbox with this folder.
    public static OwnSettings of(Path folder) {
        return read(folder).content();
    }

    /// The settings of the sandbox with this folder, and why they cannot be used.
    static SettingsFile.SettingsContent<OwnSettings> read(Path folder) {
        return FILES.read(folder.resolve(NAME));
    }

    /// True if settings of the sandbox with this folder were ever changed: its machine may then have others
    /// than the defaults, even if all were reset.
    public static boolean any(Path folder) {
        return Files.exists(folder.resolve(NAME));
    }

    /// The settings of the sandbox with this folder after a request that is not stored yet.
    ///
    /// @throws SettingsException when the present settings cannot be read
    static OwnSettings changed(Path folder, SetSandboxSettings request) throws SettingsException {
        return FILES.readToChange(folder.resolve(NAME)).with(request);
    }

    /// Stores the settings of the sandbox with this folder.
    ///
    /// @throws SettingsException when they cannot be written
    static void store(Path folder, OwnSettings settings) throws SettingsException {
        FILES.write(folder.resolve(NAME), settings);
    }

    /// Gives a branch the settings of its origin, if that still exists.
    ///
    /// @throws SettingsException when they cannot be written
    public static void inherit(Path origin, Path branch) throws SettingsException {
        if (!any(origin)) {
            return;
        }
        try {
            Files.createDirectories(branch);
        } catch (IOException e) {
            throw new SettingsException(
                    UNWRITABLE,
                    "%s cannot be created: %s".formatted(branch, FileErrors.reason(e)),
                    "Free some space on that disk, and check that you own the data folder.",
                    e);
        }
        store(branch, of(origin));
    }
}
