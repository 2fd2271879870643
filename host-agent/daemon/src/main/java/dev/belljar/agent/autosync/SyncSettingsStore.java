package dev.belljar.agent.autosync;

import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How sandboxes are synced: a file for all projects, and a file in the folder of each sandbox with settings of its
/// own.
///
/// A missing file stands for the usual settings. A file that cannot be read permits nothing to be fetched or applied
/// without a request.
final class SyncSettingsStore {
    static final ProblemCode INVALID = new ProblemCode("sync.settings-invalid", 422);

    private static final Logger LOG = LoggerFactory.getLogger(SyncSettingsStore.class);
    private static final ProblemCode UNWRITABLE = new ProblemCode("sync.settings-not-saved", 507);
    private static final String NAME = "sync.json";
    private static final int MOST_BYTES = 1 << 20;
    private static final SetSync NOTHING = new SetSync(null, null);
    private static final SetSync UNREADABLE = new SetSync(SyncMode.MANUAL, null);

    private final SettingsFile<StoredProjects> general = new SettingsFile<>(
            StoredProjects.class,
            new StoredProjects(List.of()),
            MOST_BYTES,
            stored -> stored.projects().stream()
                    .map(each -> wrong(each.idleSeconds()))
                    .filter(wrong -> wrong != null)
                    .findFirst()
                    .orElse(null),
            UNWRITABLE);
    private final SettingsFile<SetSync> single =
            new SettingsFile<>(SetSync.class, NOTHING, MOST_BYTES, stored -> wrong(stored.idleSeconds()), UNWRITABLE);
    private final Path file;

    /// The content of the file for all projects.
    private record StoredProjects(List<SetProjectSync> projects) {
        private StoredProjects {
            projects = List.copyOf(projects);
        }

        private Optional<SetProjectSync> find(Path project) {
            return projects.stream()
                    .filter(each -> each.project().equals(project.toString()))
                    .findFirst();
        }

        /// The same with these settings of their project.
        private StoredProjects with(SetProjectSync changed) {
            List<SetProjectSync> all = new ArrayList<>(projects);
            all.removeIf(each -> each.project().equals(changed.project()));
            all.add(changed);
            return new StoredProjects(all);
        }
    }

    /// The settings in this data folder.
    SyncSettingsStore(Path data) {
        this.file = data.resolve(NAME);
    }

    /// The settings of a project.
    SyncSettings of(Path project) {
        SetProjectSync set =
                content(general, file, general.nothing()).find(project).orElse(null);
        return set == null
                ? SyncSettings.USUAL
                : new SyncSettings(
                        set.mode() == null ? SyncMode.MANUAL : set.mode(),
                        set.idleSeconds() == null ? SyncSettings.IDLE_SECONDS : set.idleSeconds(),
                        set.mode() != null || set.idleSeconds() != null,
                        Boolean.TRUE.equals(set.apply()));
    }

    /// The settings of a sandbox of this project, which keeps its own in this folder.
    SyncSettings of(Path project, Path folder) {
        SyncSettings shared = of(project);
        SetSync set = content(single, folder.resolve(NAME), UNREADABLE);
        return new SyncSettings(
                set.mode() == null ? shared.mode() : set.mode(),
                set.idleSeconds() == null ? shared.idleSeconds() : set.idleSeconds(),
                !set.equals(NOTHING),
                shared.apply());
    }

    private static <T> T content(SettingsFile<T> files, Path file, T unreadable) {
        SettingsFile.SettingsContent<T> stored = files.read(file);
        if (stored.problem() == null) {
            return stored.content();
        }
        LOG.warn("{}; its settings do not apply until it can be read", stored.problem());
        return unreadable;
    }

    /// Changes the settings of a project.
    ///
    /// @throws SettingsException when a value is not permitted, or the file cannot be read or written
    synchronized SyncSettings set(Path project, SetProjectSync request) throws SettingsException {
        if (request.mode() == null && request.idleSeconds() == null && request.apply() == null) {
            throw nothing("mode, idleSeconds or apply");
        }
        check(request.idleSeconds());
        StoredProjects all = general.readToChange(file);
        SetProjectSync old = all.find(project).orElse(new SetProjectSync("", null, null, null));
        general.write(
                file,
                all.with(new SetProjectSync(
                        project.toString(),
                        request.mode() == null ? old.mode() : request.mode(),
                        request.idleSeconds() == null ? old.idleSeconds() : request.idleSeconds(),
                        request.apply() == null ? old.apply() : request.apply())));
        return of(project);
    }

    /// Removes the mode and the time of a project. Whether its work is applied without a review stays as it is.
    ///
    /// @throws SettingsException when the file cannot be read or written
    synchronized SyncSettings resetProject(Path project) throws SettingsException {
        StoredProjects all = general.readToChange(file);
        Optional<SetProjectSync> old = all.find(project);
        if (old.isPresent()) {
            general.write(
                    file,
                    all.with(new SetProjectSync(
                            project.toString(), null, null, old.get().apply())));
        }
        return of(project);
    }

    /// Changes the settings of the sandbox with this folder.
    ///
    /// @throws SettingsException when a value is not permitted, or the file cannot be read or written
    synchronized void set(Path folder, SetSync request) throws SettingsException {
        if (request.equals(NOTHING)) {
            throw nothing("mode or idleSeconds");
        }
        check(request.idleSeconds());
        Path own = folder.resolve(NAME);
        SetSync old = single.readToChange(own);
        single.write(
                own,
                new SetSync(
                        request.mode() == null ? old.mode() : request.mode(),
                        request.idleSeconds() == null ? old.idleSeconds() : request.idleSeconds()));
    }

    /// Removes the settings of the sandbox with this folder; a file that cannot be read is kept under another name.
    synchronized void reset(Path folder) throws SettingsException {
        single.delete(folder.resolve(NAME));
    }

    private static void check(@Nullable Integer seconds) throws SettingsException {
        String wrong = wrong(seconds);
        if (wrong != null) {
            throw new SettingsException(INVALID, wrong, null, null);
        }
    }

    private static @Nullable String wrong(@Nullable Integer seconds) {
        return seconds == null || (seconds >= 1 && seconds <= SyncSettings.MOST_IDLE_SECONDS)
                ? null
                : "idleSeconds %d: expected a whole number from 1 to %d"
                        .formatted(seconds, SyncSettings.MOST_IDLE_SECONDS);
    }

    private static SettingsException nothing(String expected) {
        return new SettingsException(INVALID, "nothing to change: expected " + expected, null, null);
    }
}
