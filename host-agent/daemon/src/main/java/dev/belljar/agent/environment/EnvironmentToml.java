package dev.belljar.agent.environment;

import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.text.DiskSize;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `.belljar/machine.toml`.
///
/// An unknown key is an error, so that a misspelt one is not silently ignored.
final class EnvironmentToml {
    static final int MOST_PACKAGES = 200;
    static final int MOST_COMMANDS = 50;
    static final int MOST_NAMES = 100;
    static final int MOST_PORTS = 50;
    static final int MOST_FILES = 50;
    static final int MOST_VARIABLES = 100;
    static final int MOST_CPUS = 256;
    static final int MOST_MIB = 1 << 24;
    private static final int MIB = 20;
    private static final String ENV = "env";
    private static final String AGENT = "agent";
    private static final Set<String> KEYS =
            Set.of(AGENT, "profiles", "packages", "setup", "network", "ports", "limits", ENV, "files", "image");
    /// The keys of a profile of a coding agent that say what it needs.
    static final Set<String> OF_AGENTS = Set.of("profiles", "packages", "setup", "network", ENV);

    private final EnvironmentFields fields;

    private EnvironmentToml(EnvironmentFields fields) {
        this.fields = fields;
    }

    /// Reads a document.
    ///
    /// @throws EnvironmentException `environment.file-invalid` naming the line and what was expected
    static Environment read(String toml) throws EnvironmentException {
        return readWhole(toml).environment();
    }

    /// Reads a document with the coding agent that it names.
    ///
    /// @throws EnvironmentException `environment.file-invalid` naming the line and what was expected
    static MachineToml readWhole(String toml) throws EnvironmentException {
        try {
            EnvironmentFields fields = new EnvironmentFields(TomlTable.read(toml), "", KEYS);
            return new MachineToml(
                    new EnvironmentToml(fields).environment(files(fields)),
                    fields.text(AGENT, EnvironmentChecks::agent));
        } catch (TomlFault e) {
            throw EnvironmentException.invalid(String.valueOf(e.getMessage()));
        }
    }

    /// What a document proposes, and the name of the coding agent that it prefers; null if it names none.
    record MachineToml(Environment environment, @Nullable String agent) {}

    /// What a coding agent needs, by the keys `OF_AGENTS` of these fields.
    static Environment needs(EnvironmentFields fields) throws EnvironmentException {
        // The key `files` means others there.
        return new EnvironmentToml(fields).environment(List.of());
    }

    private Environment environment(List<EnvironmentFile> files) throws EnvironmentException {
        Map<EnvironmentProfile, ProfileChoice> profiles = profiles();
        EnvironmentFields network = inner("network", Set.of("setup", "always"));
        return new Environment(
                List.copyOf(profiles.keySet()),
                packages(),
                fields.texts("setup", MOST_COMMANDS, EnvironmentChecks::command),
                names(network, "setup"),
                names(network, "always"),
                fields.numbers("ports", MOST_PORTS, EnvironmentChecks.MOST_PORT),
                limits(),
                files,
                versions(profiles),
                variables(),
                List.of(),
                image());
    }

    private @Nullable EnvironmentImage image() throws EnvironmentException {
        String name = fields.text("image", ProposedImage::check);
        return name == null ? null : new EnvironmentImage(name, null, List.of());
    }

    /// The fields of a table, which has none of them if the document does not have the table.
    private @Nullable EnvironmentFields inner(String key, Set<String> keys) throws EnvironmentException {
        TomlTable table = fields.table(key);
        return table == null ? null : new EnvironmentFields(table, key + ".", keys);
    }

    private Map<EnvironmentProfile, ProfileChoice> profiles() throws EnvironmentException {
        Map<EnvironmentProfile, ProfileChoice> profiles = new EnumMap<>(EnvironmentProfile.class);
        for (String text : fields.texts("profiles", MOST_NAMES, ProfileChoice.CHECK)) {
            ProfileChoice choice = ProfileChoice.of(text).orElseThrow();
            if (profiles.put(choice.profile(), choice) != null) {
                throw fields.wrong("profiles", "each profile once");
            }
        }
        return profiles;
    }

    static List<ProfileVersion> versions(Map<EnvironmentProfile, ProfileChoice> profiles) {
        List<ProfileVersion> versions = new ArrayList<>();
        for (ProfileChoice choice : profiles.values()) {
            String version = choice.version();
            if (version != null) {
                versions.add(new ProfileVersion(choice.profile(), version));
            }
        }
        return versions;
    }

    private List<EnvironmentPackage> packages() throws EnvironmentException {
        Map<String, PackageManager> managers = new LinkedHashMap<>();
        for (PackageManager manager : PackageManager.values()) {
            managers.put(manager.name().toLowerCase(Locale.ROOT), manager);
        }
        EnvironmentFields table = inner("packages", managers.keySet());
        List<EnvironmentPackage> packages = new ArrayList<>();
        if (table == null) {
            return packages;
        }
        for (Map.Entry<String, PackageManager> each : managers.entrySet()) {
            Set<String> names = new HashSet<>();
            for (String text : table.texts(each.getKey(), MOST_PACKAGES, EnvironmentChecks.packages(each.getValue()))) {
                EnvironmentPackage one = EnvironmentChecks.parsed(each.getValue(), text);
                if (!names.add(one.name())) {
                    throw table.wrong(
                            each.getKey(), "each package only once, but found %s twice".formatted(one.name()));
                }
                packages.add(one);
            }
        }
        return packages;
    }

    private static List<String> names(@Nullable EnvironmentFields network, String key) throws EnvironmentException {
        return network == null
                ? List.of()
                : network.texts(key, MOST_NAMES, EnvironmentChecks::name).stream()
                        .map(EnvironmentChecks::canonical)
                        .distinct()
                        .toList();
    }

    private EnvironmentLimits limits() throws EnvironmentException {
        EnvironmentFields table = inner("limits", Set.of("memory", "cpus", "disk"));
        return table == null
                ? EnvironmentLimits.DEFAULT
                : new EnvironmentLimits(
                        mebibytes(table, "memory", MachineLimits.LEAST.memoryMiB()),
                        table.number("cpus", MOST_CPUS),
                        mebibytes(table, "disk", MachineLimits.LEAST.diskMiB()));
    }

    private static @Nullable Integer mebibytes(EnvironmentFields table, String key, int least)
            throws EnvironmentException {
        String text = table.text(
                key,
                size -> mebibytes(size, least) < 0
                        ? "a size such as \"12G\", at least %s".formatted(DiskSize.words((long) least << MIB))
                        : null);
        return text == null ? null : mebibytes(text, least);
    }

    /// A size in MiB; -1 if the text is none, or too small or too large.
    static int mebibytes(String text, int least) {
        try {
            long size = DiskSize.read(text) >> MIB;
            return size < least || size > MOST_MIB ? -1 : (int) size;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }

    private static List<EnvironmentFile> files(EnvironmentFields fields) throws EnvironmentException {
        List<EnvironmentFile> files = new ArrayList<>();
        Set<String> sources = new HashSet<>();
        Set<String> targets = new HashSet<>();
        for (TomlTable each : fields.tables("files", MOST_FILES)) {
            EnvironmentFields file = new EnvironmentFields(each, "files.", Set.of("from", "to"));
            String from = file.text("from", FilePaths::source);
            if (from == null) {
                throw EnvironmentException.invalid(
                        "line %d: files: expected from, the path of a file on this computer".formatted(each.line()));
            }
            String to = Objects.requireNonNullElse(file.text("to", FilePaths::target), from);
            if (!sources.add(from) || !targets.add(to)) {
                throw EnvironmentException.invalid("line %d: files: \"%s\" or \"%s\" is listed twice"
                        .formatted(
                                each.line(), EnvironmentException.shortened(from), EnvironmentException.shortened(to)));
            }
            files.add(new EnvironmentFile(from, to));
        }
        return files;
    }

    private List<EnvironmentVariable> variables() throws EnvironmentException {
        TomlTable table = fields.table(ENV);
        List<EnvironmentVariable> variables = new ArrayList<>();
        if (table == null) {
            return variables;
        }
        List<String> names = table.keys();
        if (names.size() > MOST_VARIABLES) {
            throw fields.wrong(ENV, "at most %d variables, found %d".formatted(MOST_VARIABLES, names.size()));
        }
        EnvironmentFields values = new EnvironmentFields(table, ENV + ".", Set.copyOf(names));
        int size = 0;
        for (String name : names) {
            String expected = EnvironmentChecks.variable(name);
            if (expected != null) {
                throw values.wrong(name, expected);
            }
            String value = Objects.requireNonNull(values.text(name, EnvironmentChecks::value));
            size += GuestVariables.bytes(name, value);
            variables.add(new EnvironmentVariable(name, value));
        }
        if (size > GuestVariables.MOST_BYTES) {
            throw fields.wrong(
                    ENV, "names and values of at most %d KiB in total".formatted(GuestVariables.MOST_BYTES >> 10));
        }
        return variables;
    }
}
