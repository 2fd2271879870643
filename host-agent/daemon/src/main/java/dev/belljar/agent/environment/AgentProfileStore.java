package dev.belljar.agent.environment;

import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.text.SimilarWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The profiles of coding agents: those that come with Belljar, and those in the user's folder, which replace
/// others of the same name. They are read each time, so that a changed file takes effect at once.
public final class AgentProfileStore {
    /// The names of the profiles that come with Belljar.
    static final List<String> BUILT_IN = List.of("aider", "claude", "codex", "gemini", "opencode", "shell");

    /// The profile for a terminal without a coding agent.
    public static final String SHELL = "shell";

    private static final String END = ".toml";
    private static final int MOST_FILES = 100;
    private static final int MOST_BYTES = 64 << 10;

    private final @Nullable Path folder;

    private AgentProfileStore(@Nullable Path folder) {
        this.folder = folder;
    }

    /// A profile, or why the file with this name cannot be used.
    public record FoundProfile(
            String name,
            @Nullable String file,
            @Nullable AgentProfile profile,
            @Nullable String problem) {}

    /// The profiles with the user's own in `$XDG_CONFIG_HOME/belljar/agents`, usually `~/.config/belljar/agents`.
    public static AgentProfileStore of(Map<String, String> environment, Path home) {
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        Path base = config.startsWith("/") ? Path.of(config) : home.resolve(".config");
        return new AgentProfileStore(base.resolve("belljar/agents"));
    }

    /// The profiles with the user's own in this folder.
    static AgentProfileStore in(Path folder) {
        return new AgentProfileStore(folder);
    }

    /// The profiles that come with Belljar, and no others.
    static AgentProfileStore builtIn() {
        return new AgentProfileStore(null);
    }

    /// All profiles by name, with the files that cannot be used.
    public List<FoundProfile> list() {
        SortedSet<String> names = new TreeSet<>(BUILT_IN);
        List<FoundProfile> found = new ArrayList<>();
        try {
            names.addAll(own());
        } catch (IOException e) {
            found.add(new FoundProfile(
                    "", String.valueOf(folder), null, "the folder cannot be read: " + FileErrors.reason(e)));
        }
        for (String name : names) {
            try {
                AgentProfile profile = required(name);
                found.add(new FoundProfile(name, profile.file(), profile, null));
            } catch (EnvironmentException e) {
                found.add(new FoundProfile(
                        EnvironmentException.shortened(name), String.valueOf(file(name)), null, e.getMessage()));
            }
        }
        return found;
    }

    /// The profile of this name.
    ///
    /// @throws EnvironmentException `codingagent.not-found`, or `codingagent.profile-invalid` naming the file, the
    ///     line and what was expected
    public AgentProfile required(String name) throws EnvironmentException {
        return find(name)
                .orElseThrow(() -> new EnvironmentException(
                        EnvironmentException.NO_AGENT,
                        "no coding agent is called \"%s\"".formatted(EnvironmentException.shortened(name)),
                        suggestion(name) + "`belljar agents list` shows all of them."));
    }

    private String suggestion(String name) {
        return EnvironmentChecks.agent(name) != null
                ? ""
                : SimilarWords.nearest(
                                name, list().stream().map(FoundProfile::name).toList())
                        .map("Did you mean \"%s\"? "::formatted)
                        .orElse("");
    }

    /// The profile of this name; empty if there is none.
    ///
    /// @throws EnvironmentException `codingagent.profile-invalid`
    Optional<AgentProfile> find(String name) throws EnvironmentException {
        Path own = file(name);
        String wrong = EnvironmentChecks.agent(name);
        if (wrong != null) {
            if (own == null || !Files.exists(own)) {
                return Optional.empty();
            }
            throw invalid(own, "the file's name: expected " + wrong);
        }
        try {
            if (own != null && Files.exists(own)) {
                return Optional.of(AgentProfileToml.read(name, text(Files.newInputStream(own)), own.toString()));
            }
        } catch (EnvironmentException e) {
            throw invalid(own, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw invalid(own, "the file cannot be read: " + FileErrors.reason(e));
        }
        return BUILT_IN.contains(name) ? Optional.of(builtIn(name)) : Optional.empty();
    }

    private @Nullable Path file(String name) {
        boolean plain = !name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0;
        return folder == null || !plain ? null : folder.resolve(name + END);
    }

    private static AgentProfile builtIn(String name) {
        try (InputStream stream = AgentProfileStore.class.getResourceAsStream("agents/" + name + END)) {
            if (stream == null) {
                throw new IllegalStateException("agents/" + name + END + ": missing from this build");
            }
            return AgentProfileToml.read(name, text(stream), null);
        } catch (IOException | EnvironmentException e) {
            throw new IllegalStateException("agents/" + name + END + ": cannot be used", e);
        }
    }

    private static String text(InputStream stream) throws IOException {
        try (stream) {
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is too large: expected at most %d KiB".formatted(MOST_BYTES >> 10));
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    private List<String> own() throws IOException {
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(END) && !name.startsWith("."))
                    .map(name -> name.substring(0, name.length() - END.length()))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    private static EnvironmentException invalid(@Nullable Path file, String why) {
        return new EnvironmentException(
                EnvironmentException.BAD_AGENT, "%s: %s".formatted(file, why), "Correct the file, or delete it.");
    }
}
