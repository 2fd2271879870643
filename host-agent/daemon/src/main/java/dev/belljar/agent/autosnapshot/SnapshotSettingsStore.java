package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// When snapshots are taken automatically: a file for all sandboxes, and one in the folder of each sandbox with
/// settings of its own.
///
/// A missing file stands for the defaults. While a file cannot be read, no snapshot is taken and none deleted
/// automatically. With `BELLJAR_AUTOMATIC_SNAPSHOTS=off` none are taken, whatever the files say.
public final class SnapshotSettingsStore {
    private static final ProblemCode INVALID = new ProblemCode("snapshot.settings-invalid", 422);
    private static final ProblemCode UNWRITABLE = new ProblemCode("snapshot.settings-not-saved", 507);
    private static final String NAME = "automatic-snapshots.json";
    private static final String VARIABLE = "BELLJAR_AUTOMATIC_SNAPSHOTS";
    private static final int MOST_BYTES = 4_096;

    private final SettingsFile<SetAutomaticSnapshots> files = new SettingsFile<>(
            SetAutomaticSnapshots.class,
            SetAutomaticSnapshots.NOTHING,
            MOST_BYTES,
            SnapshotSettingsStore::wrong,
            UNWRITABLE);
    private final Path file;
    private final boolean forbidden;

    private SnapshotSettingsStore(Path file, boolean forbidden) {
        this.file = file;
        this.forbidden = forbidden;
    }

    /// The settings in this data folder and this environment.
    public static SnapshotSettingsStore open(Path data, Map<String, String> environment) {
        return new SnapshotSettingsStore(data.resolve(NAME), "off".equals(environment.get(VARIABLE)));
    }

    /// The settings of the sandboxes without their own.
    AutomaticSnapshotSettings all() {
        SettingsFile.SettingsContent<SetAutomaticSnapshots> general = files.read(file);
        return settings(general, general.content());
    }

    /// The settings of the sandbox with this folder.
    AutomaticSnapshotSettings of(Path folder) {
        SettingsFile.SettingsContent<SetAutomaticSnapshots> general = files.read(file);
        SettingsFile.SettingsContent<SetAutomaticSnapshots> own = files.read(folder.resolve(NAME));
        SetAutomaticSnapshots set = own.content().over(general.content());
        String problem = own.problem() == null ? general.problem() : own.problem();
        return settings(new SettingsFile.SettingsContent<>(set, problem), own.content());
    }

    private AutomaticSnapshotSettings settings(
            SettingsFile.SettingsContent<SetAutomaticSnapshots> stored, SetAutomaticSnapshots own) {
        AutomaticSnapshotSettings usual = AutomaticSnapshotSettings.USUAL;
        SetAutomaticSnapshots set = stored.content();
        String problem = forbidden ? "%s=off in the host agent's environment".formatted(VARIABLE) : stored.problem();
        return new AutomaticSnapshotSettings(
                problem == null && (set.on() == null ? usual.on() : set.on()),
                set.everyMinutes() == null ? usual.everyMinutes() : set.everyMinutes(),
                set.keep() == null ? usual.keep() : set.keep(),
                set.quietSeconds() == null ? usual.quietSeconds() : set.quietSeconds(),
                set.reasons() == null ? usual.reasons() : set.reasons(),
                !own.equals(SetAutomaticSnapshots.NOTHING),
                problem);
    }

    /// Changes the settings of the sandboxes without their own.
    ///
    /// @throws SettingsException when a value is not permitted, or the file cannot be read or written
    void set(SetAutomaticSnapshots request) throws SettingsException {
        change(file, request);
    }

    /// Changes the settings of the sandbox with this folder.
    ///
    /// @throws SettingsException when a value is not permitted, or the file cannot be read or written
    void set(Path folder, SetAutomaticSnapshots request) throws SettingsException {
        change(folder.resolve(NAME), request);
    }

    /// Restores the defaults; a file that cannot be read is kept under another name.
    synchronized void reset() throws SettingsException {
        files.delete(file);
    }

    /// Removes the settings of the sandbox with this folder; a file that cannot be read is kept under another name.
    synchronized void reset(Path folder) throws SettingsException {
        files.delete(folder.resolve(NAME));
    }

    private synchronized void change(Path file, SetAutomaticSnapshots request) throws SettingsException {
        if (request.equals(SetAutomaticSnapshots.NOTHING)) {
            throw invalid("nothing to change: expected on, everyMinutes, keep, quietSeconds or reasons");
        }
        String wrong = wrong(request);
        if (wrong != null) {
            throw invalid(wrong);
        }
        files.write(file, request.over(files.readToChange(file)));
    }

    private static @Nullable String wrong(SetAutomaticSnapshots set) {
        String minutes = outside("everyMinutes", set.everyMinutes(), 1, AutomaticSnapshotSettings.MOST_MINUTES);
        String keep =
                outside("keep", set.keep(), AutomaticSnapshotSettings.LEAST_KEPT, AutomaticSnapshotSettings.MOST_KEPT);
        String quiet = outside(
                "quietSeconds",
                set.quietSeconds(),
                AutomaticSnapshotSettings.LEAST_QUIET_SECONDS,
                AutomaticSnapshotSettings.MOST_QUIET_SECONDS);
        return minutes != null ? minutes : keep != null ? keep : quiet;
    }

    private static @Nullable String outside(String name, @Nullable Integer value, int least, int most) {
        return value == null || (value >= least && value <= most)
                ? null
                : "%s %d: expected a whole number from %d to %d".formatted(name, value, least, most);
    }

    private static SettingsException invalid(String why) {
        return new SettingsException(INVALID, why, null, null);
    }
}
