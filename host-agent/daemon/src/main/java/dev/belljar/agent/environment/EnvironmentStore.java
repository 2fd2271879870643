package dev.belljar.agent.environment;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.contract.environment.AcceptedEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the user decided about the environments of projects: a file for each project, in the data folder and
/// never in the project.
///
/// A file that cannot be read puts nothing in effect, and is not overwritten.
final class EnvironmentStore {
    private static final int MOST_BYTES = 4 << 20;
    private static final int NAME_LENGTH = 16;
    private static final String LAST_AGENT = "-agent";

    private final SettingsFile<EnvironmentDecision> files = new SettingsFile<>(
            EnvironmentDecision.class,
            EnvironmentDecision.NONE,
            MOST_BYTES,
            EnvironmentDecision::wrong,
            EnvironmentException.UNSAVED);
    private final Path folder;

    /// The environment that the user accepted for the project in this folder, and the digest of a proposal that
    /// the user rejected; each is null if there is none.
    record EnvironmentDecision(
            String project,
            @Nullable AcceptedEnvironment accepted,
            @Nullable String rejected) {
        static final EnvironmentDecision NONE = new EnvironmentDecision("", null, null);

        private @Nullable String wrong() {
            return accepted == null || accepted.project().equals(project)
                    ? null
                    : "it has the environment of another project";
        }
    }

    /// The decisions in a folder, which is created if it does not exist. What a process that was killed while
    /// it wrote there left is deleted.
    ///
    /// @throws EnvironmentException `environment.not-saved`
    EnvironmentStore(Path folder) throws EnvironmentException {
        this.folder = folder;
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            DurableFile.sweep(folder);
        } catch (IOException e) {
            throw EnvironmentException.unsaved(folder, e);
        }
    }

    /// What was decided, and why it cannot be read.
    SettingsFile.SettingsContent<EnvironmentDecision> of(Path project) {
        SettingsFile.SettingsContent<EnvironmentDecision> stored = files.read(file(project));
        EnvironmentDecision decision = stored.content();
        boolean other = !decision.project().isEmpty() && !decision.project().equals(project.toString());
        return other ? new SettingsFile.SettingsContent<>(EnvironmentDecision.NONE, null) : stored;
    }

    /// Replaces what was decided.
    ///
    /// @throws SettingsException `environment.not-saved` when the file cannot be written, or what it contains
    ///     now cannot be read
    void write(Path project, EnvironmentDecision decision) throws SettingsException {
        EnvironmentDecision _ = files.readToChange(file(project));
        files.write(file(project), decision);
    }

    /// The coding agent that was started last for a project; empty if there was none.
    Optional<String> lastAgent(Path project) {
        try {
            String name = Files.readString(folder.resolve(key(project) + LAST_AGENT));
            return EnvironmentChecks.agent(name) == null ? Optional.of(name) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Notes that this coding agent was started for a project.
    ///
    /// @throws EnvironmentException `environment.not-saved`
    void started(Path project, String agent) throws EnvironmentException {
        if (lastAgent(project).filter(agent::equals).isPresent()) {
            return;
        }
        try {
            DurableFile.write(folder.resolve(key(project) + LAST_AGENT), agent);
        } catch (IOException e) {
            throw EnvironmentException.unsaved(folder, e);
        }
    }

    Path file(Path project) {
        return folder.resolve(key(project) + ".json");
    }

    private static String key(Path project) {
        return ProposedEnvironment.hash(project.toString()).substring(0, NAME_LENGTH);
    }
}
