package dev.belljar.agent.autosync;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How sandboxes are synced: a file for all projects, and a file in the folder of each sandbox with settings of its
/// own.
///
/// A missing file stands for the usual settings. So does one that cannot be read: nothing is then fetched or applied
/// without a request.
final class SyncSettingsStore {
    private static final Logger LOG = LoggerFactory.getLogger(SyncSettingsStore.class);
    private static final String NAME = "sync.json";
    private static final int MOST_BYTES = 1 << 20;
    private static final StoredProjects NO_PROJECTS = new StoredProjects(List.of());
    private static final SetSync NOTHING = new SetSync(null, null);

    private final Path file;
    private final Map<String, SetProjectSync> projects = new LinkedHashMap<>();

    /// The content of the file for all projects.
    private record StoredProjects(List<SetProjectSync> projects) {
        private StoredProjects {
            projects = List.copyOf(projects);
        }
    }

    private SyncSettingsStore(Path file) {
        this.file = file;
    }

    /// Reads the settings in the data folder.
    static SyncSettingsStore open(Path data) {
        SyncSettingsStore store = new SyncSettingsStore(data.resolve(NAME));
        read(store.file, StoredProjects.class, NO_PROJECTS)
                .projects()
                .forEach(each -> store.projects.put(each.project(), each));
        return store;
    }

    /// The settings of a project.
    synchronized SyncSettings of(Path project) {
        SetProjectSync set = projects.get(project.toString());
        return set == null
                ? SyncSettings.USUAL
                : new SyncSettings(
                        mode(set.mode(), SyncMode.MANUAL),
                        seconds(set.idleSeconds(), SyncSettings.IDLE_SECONDS),
                        set.mode() != null || set.idleSeconds() != null,
                        Boolean.TRUE.equals(set.apply()));
    }

    /// The settings of a sandbox of this project, which keeps its own in this folder.
    SyncSettings of(Path project, Path folder) {
        SyncSettings general = of(project);
        SetSync own = own(folder.resolve(NAME));
        return new SyncSettings(
                mode(own.mode(), general.mode()),
                seconds(own.idleSeconds(), general.idleSeconds()),
                !own.equals(NOTHING),
                general.apply());
    }

    /// Changes the settings of a project.
    ///
    /// @throws SyncSettingsException when a value is not permitted, or the file cannot be written
    synchronized SyncSettings set(Path project, SetProjectSync request) throws SyncSettingsException {
        if (request.mode() == null && request.idleSeconds() == null && request.apply() == null) {
            throw nothing("mode, idleSeconds or apply");
        }
        SetProjectSync old = projects.get(project.toString());
        SetProjectSync next = new SetProjectSync(
                project.toString(),
                (request.mode() == null && old != null) ? old.mode() : request.mode(),
                checked((request.idleSeconds() == null && old != null) ? old.idleSeconds() : request.idleSeconds()),
                (request.apply() == null && old != null) ? old.apply() : request.apply());
        Map<String, SetProjectSync> all = new LinkedHashMap<>(projects);
        all.put(next.project(), next);
        write(file, new StoredProjects(List.copyOf(all.values())));
        projects.put(next.project(), next);
        return of(project);
    }

    /// Changes the settings of the sandbox with this folder.
    ///
    /// @throws SyncSettingsException when a value is not permitted, or the file cannot be written
    synchronized void set(Path folder, SetSync request) throws SyncSettingsException {
        if (request.mode() == null && request.idleSeconds() == null) {
            throw nothing("mode or idleSeconds");
        }
        Path own = folder.resolve(NAME);
        SetSync old = own(own);
        write(
                own,
                new SetSync(
                        request.mode() == null ? old.mode() : request.mode(),
                        checked(request.idleSeconds() == null ? old.idleSeconds() : request.idleSeconds())));
    }

    /// The settings of a sandbox in its own file: if it cannot be read, nothing is to happen without a request.
    private static SetSync own(Path file) {
        return Files.exists(file) ? read(file, SetSync.class, new SetSync(SyncMode.MANUAL, null)) : NOTHING;
    }

    /// Removes the settings of the sandbox with this folder.
    void reset(Path folder) throws SyncSettingsException {
        try {
            Files.deleteIfExists(folder.resolve(NAME));
        } catch (IOException e) {
            throw unwritable(folder.resolve(NAME), e);
        }
    }

    private static SyncMode mode(@Nullable SyncMode set, SyncMode otherwise) {
        return set == null ? otherwise : set;
    }

    private static int seconds(@Nullable Integer set, int otherwise) {
        return set == null ? otherwise : Math.clamp(set, 1, SyncSettings.MOST_IDLE_SECONDS);
    }

    private static @Nullable Integer checked(@Nullable Integer seconds) throws SyncSettingsException {
        if (seconds != null && (seconds < 1 || seconds > SyncSettings.MOST_IDLE_SECONDS)) {
            throw new SyncSettingsException(
                    SyncSettingsException.INVALID,
                    "idleSeconds %d: expected a whole number from 1 to %d"
                            .formatted(seconds, SyncSettings.MOST_IDLE_SECONDS),
                    null,
                    null);
        }
        return seconds;
    }

    private static SyncSettingsException nothing(String expected) {
        return new SyncSettingsException(
                SyncSettingsException.INVALID, "nothing to change: expected " + expected, null, null);
    }

    private static <T> T read(Path file, Class<T> type, T otherwise) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("the file is larger than %d bytes".formatted(MOST_BYTES));
            }
            return ContractJson.readStrict(Files.readString(file), type);
        } catch (NoSuchFileException e) {
            return otherwise;
        } catch (IOException | JsonFault e) {
            LOG.warn("{} cannot be used; nothing is fetched or applied by itself until it is set again", file, e);
            return otherwise;
        }
    }

    private static void write(Path file, Object content) throws SyncSettingsException {
        try {
            DurableFile.write(file, ContractJson.pretty(content) + "\n");
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static SyncSettingsException unwritable(Path file, IOException e) {
        return new SyncSettingsException(
                SyncSettingsException.UNWRITABLE,
                "%s cannot be written: %s. Nothing was changed".formatted(file, e.getMessage()),
                "Free some space on that disk, and check that you own the file.",
                e);
    }
}
