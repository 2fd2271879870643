package dev.belljar.contract.environment;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a project needs in its sandboxes.
///
/// A project's file only proposes it; nothing of it is in effect before the user accepts it. `profiles` are
/// sets of programs that Belljar knows. `packages` are installed by their package managers, then the commands
/// of `setup` run, in order, as the user `agent` in the workspace. `setupNames` are host names that may be
/// reached while this is installed and set up, and `names` those that may be reached at any time. `ports` are
/// ports of servers in the sandbox that get an address on this computer. `files` are copied from the project
/// folder or the home folder of the user. A null limit is the default. `versions` are those of profiles for
/// which one was chosen, and `variables` are environment variables of every program in the sandbox. `agents` are
/// the coding agents of the project; what they need is part of the other values. `image` is an imported image from
/// which machines start, null for Belljar's guest image.
public record Environment(
        List<EnvironmentProfile> profiles,
        List<EnvironmentPackage> packages,
        List<String> setup,
        List<String> setupNames,
        List<String> names,
        List<Integer> ports,
        EnvironmentLimits limits,
        List<EnvironmentFile> files,
        List<ProfileVersion> versions,
        List<EnvironmentVariable> variables,
        List<CodingAgent> agents,
        @Nullable EnvironmentImage image) {
    /// An environment that needs nothing.
    public static final Environment EMPTY = new Environment(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            EnvironmentLimits.DEFAULT,
            List.of(),
            List.of(),
            List.of());

    public Environment {
        profiles = List.copyOf(profiles);
        packages = List.copyOf(packages);
        setup = List.copyOf(setup);
        setupNames = List.copyOf(setupNames);
        names = List.copyOf(names);
        ports = List.copyOf(ports);
        files = List.copyOf(files);
        versions = List.copyOf(versions);
        variables = List.copyOf(variables);
        agents = List.copyOf(agents);
    }

    /// An environment on the guest image, without coding agents.
    public Environment(
            List<EnvironmentProfile> profiles,
            List<EnvironmentPackage> packages,
            List<String> setup,
            List<String> setupNames,
            List<String> names,
            List<Integer> ports,
            EnvironmentLimits limits,
            List<EnvironmentFile> files,
            List<ProfileVersion> versions,
            List<EnvironmentVariable> variables) {
        this(profiles, packages, setup, setupNames, names, ports, limits, files, versions, variables, List.of(), null);
    }

    /// The coding agent of this name; empty if the environment has none.
    public Optional<CodingAgent> agent(String name) {
        return agents.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// The version that was chosen for a profile, null for the usual one.
    public @Nullable String version(EnvironmentProfile profile) {
        return versions.stream()
                .filter(each -> each.profile() == profile)
                .map(ProfileVersion::version)
                .findFirst()
                .orElse(null);
    }

    /// The same environment on another image.
    public Environment on(@Nullable EnvironmentImage other) {
        return new Environment(
                profiles, packages, setup, setupNames, names, ports, limits, files, versions, variables, agents, other);
    }

    /// An imported image from which the project's machines start: its name, the digest of its content, and the
    /// environment variables that it sets. The digest is null as long as no image with the name was imported.
    public record EnvironmentImage(String name, @Nullable String digest, List<EnvironmentVariable> variables) {
        public EnvironmentImage {
            variables = List.copyOf(variables);
        }
    }

    /// Memory and disk in MiB, virtual CPUs.
    public record EnvironmentLimits(
            @Nullable Integer memoryMiB,
            @Nullable Integer cpus,
            @Nullable Integer diskMiB) {
        public static final EnvironmentLimits DEFAULT = new EnvironmentLimits(null, null, null);
    }

    /// A package with the version that its manager understands; null for the newest.
    public record EnvironmentPackage(
            PackageManager manager, String name, @Nullable String version) {}

    /// A file of the user, relative to the project folder or to the home folder (`~/`), and where it is copied
    /// to in the sandbox, relative to the workspace or to the home folder of `agent`.
    public record EnvironmentFile(String from, String to) {}

    /// The version of a profile's main program, such as 22 or 3.12.
    public record ProfileVersion(EnvironmentProfile profile, String version) {}

    /// An environment variable, whose value is part of the project's file.
    public record EnvironmentVariable(String name, String value) {}
}
