package dev.belljar.agent.setup;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The steps that set up an environment, and the destinations that they need: a pure value.
///
/// Profiles and Debian's packages come first, then those of the other package managers, then the commands. A
/// package manager that no profile installs is installed for its packages.
record SetupPlan(List<SetupStep> steps, List<String> destinations) {
    /// The Node.js of the profile: Debian's is older than current tools accept.
    static final String NODE = "22";
    /// The npm that comes with it.
    static final String NPM = "10.9.9";
    /// The uv that installs a Python of another version than Debian's.
    static final String UV = "0.13.9";

    private static final int MOST_PACKAGES = 500;
    private static final int MOST_COMMANDS = 200;
    private static final int LONGEST_COMMAND = 8_000;
    private static final List<String> DEBIAN = List.of("deb.debian.org:80,443", "security.debian.org:80,443");
    private static final List<String> NPM_REGISTRY = List.of("registry.npmjs.org:443");
    private static final List<String> PYPI = List.of("pypi.org:443", "files.pythonhosted.org:443");
    private static final List<String> PYTHON_BUILDS = List.of("releases.astral.sh:443");
    private static final List<String> CRATES = List.of("index.crates.io:443", "static.crates.io:443", "crates.io:443");
    private static final List<String> PYTHON = List.of("python3", "python3-pip", "python3-venv");
    private static final List<String> RUST = List.of("cargo-web", "gcc", "libc6-dev");
    private static final Map<EnvironmentProfile, List<String>> PROFILES = Map.of(
            EnvironmentProfile.BASE,
            List.of("curl", "wget", "jq", "zip", "unzip", "rsync", "ripgrep"),
            EnvironmentProfile.PYTHON,
            PYTHON,
            EnvironmentProfile.GIT,
            List.of("git", "git-lfs", "openssh-client"),
            EnvironmentProfile.BUILD,
            List.of("build-essential", "pkg-config", "cmake"),
            EnvironmentProfile.DOCKER,
            List.of("docker.io", "docker-compose"));

    SetupPlan {
        steps = List.copyOf(steps);
        destinations = List.copyOf(destinations);
    }

    /// The plan for an environment.
    ///
    /// @throws SetupException when a package, a version or a command is not what it is meant to be
    static SetupPlan of(Environment environment) throws SetupException {
        requireBounded(environment);
        List<SetupStep> steps = new ArrayList<>();
        if (!environment.files().isEmpty()) {
            steps.add(new SetupStep.CopyFiles("Copy files from this computer"));
        }
        List<SetupStep> packages = packages(environment);
        Set<String> scripts = packages.stream()
                .filter(SetupStep.RootScript.class::isInstance)
                .map(step -> ((SetupStep.RootScript) step).script())
                .collect(Collectors.toSet());
        if (scripts.contains("apt-install")) {
            steps.add(new SetupStep.RootScript("Update the list of Debian packages", "apt-update", List.of()));
        }
        steps.addAll(packages);
        for (String command : environment.setup()) {
            steps.add(new SetupStep.AgentCommand("Run " + PackageArguments.shown(command), command));
        }
        return new SetupPlan(steps, destinations(scripts));
    }

    /// The plan for a machine that began from a template in which the environment was set up: only the files are
    /// copied again, because the project is new there and they may have changed.
    static SetupPlan inTemplate(Environment environment) throws SetupException {
        List<SetupStep> steps = of(environment).steps().stream()
                .filter(SetupStep.CopyFiles.class::isInstance)
                .toList();
        return new SetupPlan(steps, List.of());
    }

    /// True if something is installed or run, so that a template of it is worth making.
    boolean lasts() {
        return !steps.stream().allMatch(SetupStep.CopyFiles.class::isInstance);
    }

    private static void requireBounded(Environment environment) throws SetupException {
        if (environment.packages().size() > MOST_PACKAGES || environment.setup().size() > MOST_COMMANDS) {
            throw new SetupException(
                    SetupException.INVALID,
                    "the environment has more than %d packages or %d commands".formatted(MOST_PACKAGES, MOST_COMMANDS),
                    null);
        }
        for (String command : environment.setup()) {
            if (command.isBlank() || command.length() > LONGEST_COMMAND || command.indexOf('\0') >= 0) {
                throw SetupException.invalid(
                        "command", PackageArguments.shown(command), "1 to %d characters".formatted(LONGEST_COMMAND));
            }
        }
    }

    private static List<SetupStep> packages(Environment environment) throws SetupException {
        List<SetupStep> steps = new ArrayList<>();
        Set<EnvironmentProfile> profiles = EnumSet.noneOf(EnvironmentProfile.class);
        profiles.addAll(environment.profiles());
        List<String> apt = words(environment, PackageManager.APT);
        List<String> npm = words(environment, PackageManager.NPM);
        List<String> pip = words(environment, PackageManager.PIP);
        List<String> cargo = words(environment, PackageManager.CARGO);
        for (EnvironmentProfile profile : profiles) {
            addProfile(steps, profile, environment);
        }
        if (!apt.isEmpty()) {
            steps.add(new SetupStep.RootScript(label("Debian packages", apt), "apt-install", apt));
        }
        if (!npm.isEmpty()) {
            if (!profiles.contains(EnvironmentProfile.NODE)) {
                addProfile(steps, EnvironmentProfile.NODE, environment);
            }
            steps.add(new SetupStep.RootScript(label("npm packages", npm), "npm-install", npm));
        }
        if (!pip.isEmpty()) {
            if (!profiles.contains(EnvironmentProfile.PYTHON)) {
                addProfile(steps, EnvironmentProfile.PYTHON, environment);
            }
            steps.add(new SetupStep.RootScript(label("Python packages", pip), "pip-install", pip));
        }
        if (!cargo.isEmpty()) {
            steps.add(new SetupStep.RootScript("Install Rust", "apt-install", RUST));
            steps.add(new SetupStep.RootScript(label("Rust programs", names(environment)), "cargo-install", cargo));
        }
        return steps;
    }

    private static void addProfile(List<SetupStep> steps, EnvironmentProfile profile, Environment environment)
            throws SetupException {
        if (profile == EnvironmentProfile.NODE) {
            String version = version(environment, profile, "Node.js");
            steps.add(new SetupStep.RootScript(
                    "Install Node.js", "node-install", List.of(version == null ? NODE : version, NPM)));
            return;
        }
        String label = switch (profile) {
            case BASE -> "Install basic tools";
            case PYTHON -> "Install Python";
            case GIT -> "Install git";
            case BUILD -> "Install build tools";
            case DOCKER -> "Install Docker";
            case NODE -> throw new IllegalStateException("Node.js is not a Debian package here");
        };
        steps.add(new SetupStep.RootScript(label, "apt-install", PROFILES.getOrDefault(profile, List.of())));
        if (profile == EnvironmentProfile.DOCKER) {
            steps.add(new SetupStep.RootScript("Start Docker", "docker-start", List.of()));
        }
        String version = profile == EnvironmentProfile.PYTHON ? version(environment, profile, "Python") : null;
        if (version != null) {
            steps.add(new SetupStep.RootScript("Install Python " + version, "python-install", List.of(version, UV)));
        }
    }

    private static @Nullable String version(Environment environment, EnvironmentProfile profile, String name)
            throws SetupException {
        String version = environment.version(profile);
        if (version != null && !version.matches("[0-9]{1,4}(\\.[0-9]{1,4}){0,2}")) {
            throw SetupException.invalid("version of " + name, PackageArguments.shown(version), "a number such as 22");
        }
        return version;
    }

    private static List<String> words(Environment environment, PackageManager manager) throws SetupException {
        List<String> words = new ArrayList<>();
        for (EnvironmentPackage wanted : environment.packages()) {
            if (wanted.manager() == manager) {
                words.addAll(PackageArguments.of(wanted));
            }
        }
        return words;
    }

    private static List<String> names(Environment environment) {
        return environment.packages().stream()
                .filter(wanted -> wanted.manager() == PackageManager.CARGO)
                .map(EnvironmentPackage::name)
                .toList();
    }

    private static String label(String what, List<String> words) {
        return "Install " + what + ": " + PackageArguments.shown(String.join(", ", words));
    }

    private static List<String> destinations(Set<String> scripts) {
        List<String> all = new ArrayList<>();
        if (scripts.contains("apt-install")) {
            all.addAll(DEBIAN);
        }
        if (scripts.contains("node-install") || scripts.contains("npm-install")) {
            all.addAll(NPM_REGISTRY);
        }
        if (scripts.contains("pip-install") || scripts.contains("python-install")) {
            all.addAll(PYPI);
        }
        if (scripts.contains("python-install")) {
            all.addAll(PYTHON_BUILDS);
        }
        if (scripts.contains("cargo-install")) {
            all.addAll(CRATES);
        }
        return all;
    }
}
