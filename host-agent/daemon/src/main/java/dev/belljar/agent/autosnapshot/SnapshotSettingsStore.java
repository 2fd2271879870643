package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// When snapshots are taken automatically: a file for all sandboxes, and one in the folder of each sandbox with
/// settings of its own.
///
/// A missing file stands for the defaults. While a file cannot be read, no snapshot is taken and none deleted
/// automatically. With `BELLJAR_AUTOMATIC_SNAPSHOTS=off` none are taken, whatever the files say.
public final class SnapshotSettingsStore {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotSettingsStore.class);
    private static final String NAME = "automatic-snapshots.json";
    private static final String VARIABLE = "BELLJAR_AUTOMATIC_SNAPSHOTS";
    private static final int MOST_BYTES = 4_096;

    private final Path file;
    private final boolean forbidden;

    /// The content of a file, and why it cannot be used.
    private record SettingsFile(
            SetAutomaticSnapshots set, @Nullable String problem) {}

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
        SettingsFile general = read(file);
        return settings(general, general.set());
    }

    /// The settings of the sandbox with this folder.
    AutomaticSnapshotSettings of(Path folder) {
        SettingsFile general = read(file);
        SettingsFile own = read(folder.resolve(NAME));
        return settings(
                own.problem() == null ? new SettingsFile(own.set().over(general.set()), general.problem()) : own,
                own.set());
    }

    private AutomaticSnapshotSettings settings(SettingsFile stored, SetAutomaticSnapshots own) {
        AutomaticSnapshotSettings usual = AutomaticSnapshotSettings.USUAL;
        SetAutomaticSnapshots set = stored.set();
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
    /// @throws SnapshotSettingsException when a value is not permitted, or the file cannot be written
    void set(SetAutomaticSnapshots request) throws SnapshotSettingsException {
        change(file, request);
    }

    /// Changes the settings of the sandbox with this folder.
    ///
    /// @throws SnapshotSettingsException when a value is not permitted, or the file cannot be written
    void set(Path folder, SetAutomaticSnapshots request) throws SnapshotSettingsException {
        change(folder.resolve(NAME), request);
    }

    /// Restores the defaults.
    void reset() throws SnapshotSettingsException {
        delete(file);
    }

    /// Removes the settings of the sandbox with this folder.
    void reset(Path folder) throws SnapshotSettingsException {
        delete(folder.resolve(NAME));
    }

    private synchronized void change(Path file, SetAutomaticSnapshots request) throws SnapshotSettingsException {
        if (request.equals(SetAutomaticSnapshots.NOTHING)) {
            throw invalid("nothing to change: expected on, everyMinutes, keep, quietSeconds or reasons");
        }
        String wrong = wrong(request);
        if (wrong != null) {
            throw invalid(wrong);
        }
        try {
            DurableFile.write(file, ContractJson.pretty(request.over(read(file).set())) + "\n");
        } catch (IOException e) {
            throw unwritable(file, e);
        }
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

    private static void delete(Path file) throws SnapshotSettingsException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static SettingsFile read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("the file is larger than %d bytes".formatted(MOST_BYTES));
            }
            SetAutomaticSnapshots set = ContractJson.readStrict(Files.readString(file), SetAutomaticSnapshots.class);
            String wrong = wrong(set);
            if (wrong != null) {
                throw new IOException(wrong);
            }
            return new SettingsFile(set, null);
        } catch (NoSuchFileException e) {
            return new SettingsFile(SetAutomaticSnapshots.NOTHING, null);
        } catch (IOException | JsonFault e) {
            LOG.debug("{} cannot be used; no snapshots are taken automatically until it is set again", file, e);
            return new SettingsFile(SetAutomaticSnapshots.NOTHING, file + " cannot be read");
        }
    }

    private static SnapshotSettingsException invalid(String why) {
        return new SnapshotSettingsException(SnapshotSettingsException.INVALID, why, null, null);
    }

    private static SnapshotSettingsException unwritable(Path file, IOException e) {
        return new SnapshotSettingsException(
                SnapshotSettingsException.UNWRITABLE,
                "%s cannot be written: %s. Nothing was changed".formatted(file, FileErrors.reason(e)),
                "Free some space on that disk, and check that you own the file.",
                e);
    }
}
