package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.codec.CommentedJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a `devcontainer.json` as far as an environment can express it. The rest is listed in words.
///
/// Nothing in it can raise its own rights: mounts, options of the container engine and commands for the host
/// are never taken over, and no variable of the host is given to the guest.
final class DevcontainerReader {
    private static final int MOST_IGNORED = 100;
    private static final int MOST_ARGUMENTS = 200;

    /// Why a key is not taken over.
    private static final Map<String, String> IGNORED = Map.ofEntries(
            Map.entry("initializeCommand", "would run on this computer"),
            Map.entry("mounts", "would mount folders on this computer"),
            Map.entry("workspaceMount", "would mount a folder on this computer"),
            Map.entry("runArgs", "options of a container engine"),
            Map.entry("privileged", "an option of a container engine"),
            Map.entry("capAdd", "an option of a container engine"),
            Map.entry("securityOpt", "an option of a container engine"),
            Map.entry("init", "an option of a container engine"),
            Map.entry("build", "no image is built"),
            Map.entry("dockerFile", "no image is built"),
            Map.entry("dockerfile", "no image is built"),
            Map.entry("context", "no image is built"),
            Map.entry("dockerComposeFile", "use the profile docker, and start the services in the sandbox"),
            Map.entry("service", "use the profile docker, and start the services in the sandbox"),
            Map.entry("runServices", "use the profile docker, and start the services in the sandbox"),
            Map.entry("workspaceFolder", "the project is always in /workspace"),
            Map.entry("remoteUser", "commands always run as the user agent"),
            Map.entry("containerUser", "commands always run as the user agent"),
            Map.entry("updateRemoteUserUID", "commands always run as the user agent"),
            Map.entry("userEnvProbe", "shells read their usual files"),
            Map.entry("postStartCommand", "runs at each start, but setup commands run once"),
            Map.entry("postAttachCommand", "runs at each connection, but setup commands run once"),
            Map.entry("waitFor", "commands run one after the other"),
            Map.entry("shutdownAction", "use `belljar retention`"),
            Map.entry("overrideCommand", "an option of a container engine"),
            Map.entry("overrideFeatureInstallOrder", "profiles need no order"),
            Map.entry("customizations", "editor settings"),
            Map.entry("settings", "editor settings"),
            Map.entry("extensions", "editor settings"),
            Map.entry("appPort", "use forwardPorts"),
            Map.entry("portsAttributes", "port names and actions"),
            Map.entry("otherPortsAttributes", "port names and actions"),
            Map.entry("secrets", "use `belljar secret`"));

    /// The variables of `devcontainer.json` whose values are known: the project is always in the same folder.
    private static final Map<String, String> KNOWN =
            Map.of("${containerWorkspaceFolder}", "/workspace", "${containerWorkspaceFolderBasename}", "workspace");

    /// Variables whose values are not known here, or are those of this computer. Others are variables of the
    /// shell.
    private static final List<String> UNKNOWN = List.of("${local", "${env:", "${containerEnv:", "${devcontainerId}");

    private static final String NOT_GIVEN =
            "values from this computer are never given to a sandbox, and other values are not known here";

    /// What needs no mention: it has no effect.
    private static final Set<String> SILENT = Set.of("$schema", "name");

    private final Map<EnvironmentProfile, ProfileChoice> profiles = new EnumMap<>(EnvironmentProfile.class);
    private final Set<String> setup = new LinkedHashSet<>();
    private final Set<Integer> ports = new LinkedHashSet<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<String> ignored = new ArrayList<>();
    private EnvironmentLimits limits = EnvironmentLimits.DEFAULT;

    private final ImageNames images;
    private @Nullable EnvironmentImage image;

    private DevcontainerReader(ImageNames images) {
        this.images = images;
    }

    /// Reads the text of this file.
    ///
    /// @throws EnvironmentException `environment.file-invalid` when it is not a JSON object
    static ProposedEnvironment read(String file, String text, ImageNames images) throws EnvironmentException {
        try {
            DevcontainerReader reader = new DevcontainerReader(images);
            Map<String, Object> content = CommentedJson.readMap(text);
            // In the order in which a dev container runs them, whatever the order of the file.
            for (String command : List.of("onCreateCommand", "updateContentCommand", "postCreateCommand")) {
                reader.commands(command, content.get(command));
            }
            content.forEach(reader::property);
            return new ProposedEnvironment(file, text, reader.environment(), reader.ignored, null);
        } catch (JsonFault e) {
            throw EnvironmentException.invalid(String.valueOf(e.getMessage()));
        }
    }

    private Environment environment() {
        return new Environment(
                List.copyOf(profiles.keySet()),
                List.of(),
                List.copyOf(setup),
                List.of(),
                List.of(),
                List.copyOf(ports),
                limits,
                List.of(),
                EnvironmentToml.versions(profiles),
                variables.entrySet().stream()
                        .map(each -> new EnvironmentVariable(each.getKey(), each.getValue()))
                        .toList(),
                List.of(),
                image);
    }

    private void property(String key, @Nullable Object value) {
        if (SILENT.contains(key) || value == null) {
            return;
        }
        switch (key) {
            case "onCreateCommand", "updateContentCommand", "postCreateCommand" -> {}
            case "image" -> image(value);
            case "features" -> features(value);
            case "forwardPorts" -> forwardPorts(value);
            case "remoteEnv", "containerEnv" -> environmentVariables(key, value);
            case "hostRequirements" -> requirements(value);
            default -> ignore(key, IGNORED.getOrDefault(key, "not known to Belljar"));
        }
    }

    private void ignore(String what, String why) {
        if (ignored.size() < MOST_IGNORED) {
            ignored.add("%s: %s".formatted(EnvironmentException.shortened(what), why));
        } else if (ignored.size() == MOST_IGNORED) {
            ignored.add("more, not listed");
        }
    }

    private void choose(ProfileChoice choice) {
        ProfileChoice before = profiles.get(choice.profile());
        if (before == null || before.version() == null) {
            profiles.put(choice.profile(), choice);
        }
    }

    private void image(Object value) {
        String name = String.valueOf(value);
        if (ProposedImage.check(name) == null && images.named(name).isPresent()) {
            image = new EnvironmentImage(name, null, List.of());
            return;
        }
        DevcontainerFeatures.image(String.valueOf(value))
                .ifPresentOrElse(
                        choice -> {
                            choose(choice);
                            ignore(
                                    "image " + value,
                                    "the sandbox starts from Belljar's guest image; the profile %s is proposed instead"
                                            .formatted(ProfileChoice.name(choice.profile())));
                        },
                        () -> ignore("image " + value, "the sandbox starts from Belljar's guest image" + how(name)));
    }

    private static String how(String name) {
        return ProposedImage.check(name) == null
                ? "; import this one with `belljar image import` to start from it"
                : "";
    }

    private void features(Object value) {
        if (!(value instanceof Map<?, ?> features)) {
            ignore("features", "not an object");
            return;
        }
        features.forEach((name, options) -> {
            String feature = String.valueOf(name);
            DevcontainerFeatures.feature(feature, options == null ? "" : options)
                    .ifPresentOrElse(
                            this::choose, () -> ignore("feature " + feature, "Belljar has no matching profile"));
        });
    }

    /// A command, an array with a program and its arguments, or an object of both, each of which is run.
    private void commands(String key, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case String command -> command(key, command);
            case List<?> words
            when words.stream().allMatch(String.class::isInstance) && words.size() <= MOST_ARGUMENTS ->
                command(key, ShellWords.joined(words));
            case Map<?, ?> several
            when several.values().stream().noneMatch(Map.class::isInstance) ->
                several.forEach((name, each) -> commands(key + "." + name, each));
            default -> ignore(key, "not a command");
        }
    }

    private void command(String key, String text) {
        String command = replaced(text);
        String expected = EnvironmentChecks.command(command);
        if (UNKNOWN.stream().anyMatch(command::contains)) {
            ignore(key, NOT_GIVEN);
        } else if (expected != null) {
            ignore(key, "expected " + expected);
        } else if (setup.size() >= EnvironmentToml.MOST_COMMANDS) {
            ignore(key, "more than %d commands".formatted(EnvironmentToml.MOST_COMMANDS));
        } else {
            setup.add(command);
        }
    }

    private static String replaced(String text) {
        String replaced = text;
        for (Map.Entry<String, String> each : KNOWN.entrySet()) {
            replaced = replaced.replace(each.getKey(), each.getValue());
        }
        return replaced;
    }

    private void forwardPorts(Object value) {
        for (Object each : value instanceof List<?> list ? list : List.of(value)) {
            boolean own = each instanceof Integer port && port >= 1 && port <= EnvironmentChecks.MOST_PORT;
            if (own && ports.size() < EnvironmentToml.MOST_PORTS) {
                ports.add((Integer) each);
            } else {
                ignore(
                        "forwardPorts " + each,
                        own
                                ? "more than %d ports".formatted(EnvironmentToml.MOST_PORTS)
                                : "only the sandbox's own ports, from 1 to 65535, get an address");
            }
        }
    }

    private void environmentVariables(String key, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            ignore(key, "not an object");
            return;
        }
        map.forEach((name, each) -> {
            String what = key + "." + name;
            String expected = EnvironmentChecks.variable(String.valueOf(name));
            String text = each instanceof String given ? replaced(given) : null;
            if (text == null) {
                ignore(what, "not text");
            } else if (expected != null) {
                ignore(what, "expected " + expected);
            } else if (text.contains("${")) {
                ignore(what, NOT_GIVEN);
            } else if (EnvironmentChecks.value(text) != null
                    || variables.size() >= EnvironmentToml.MOST_VARIABLES
                    || size(String.valueOf(name), text) > GuestVariables.MOST_BYTES) {
                ignore(what, "too long, too many, or with invisible characters");
            } else {
                variables.put(String.valueOf(name), text);
            }
        });
    }

    /// How many bytes the variables take with this one.
    private int size(String name, String value) {
        return GuestVariables.bytes(name, value)
                + variables.entrySet().stream()
                        .filter(each -> !each.getKey().equals(name))
                        .mapToInt(each -> GuestVariables.bytes(each.getKey(), each.getValue()))
                        .sum();
    }

    private void requirements(Object value) {
        if (!(value instanceof Map<?, ?> needs)) {
            ignore("hostRequirements", "not an object");
            return;
        }
        Integer cpus = needs.get("cpus") instanceof Integer number && number >= 1 && number <= EnvironmentToml.MOST_CPUS
                ? number
                : null;
        limits = new EnvironmentLimits(
                size(needs.get("memory"), MachineLimits.LEAST.memoryMiB()),
                cpus,
                size(needs.get("storage"), MachineLimits.LEAST.diskMiB()));
        needs.forEach((name, each) -> {
            boolean taken = switch (String.valueOf(name)) {
                case "cpus" -> cpus != null;
                case "memory" -> limits.memoryMiB() != null;
                case "storage" -> limits.diskMiB() != null;
                default -> false;
            };
            if (!taken) {
                ignore("hostRequirements." + name, "not a limit of a machine");
            }
        });
    }

    private static @Nullable Integer size(@Nullable Object value, int least) {
        int size = value instanceof String text ? EnvironmentToml.mebibytes(text, least) : -1;
        return size < 0 ? null : size;
    }
}
