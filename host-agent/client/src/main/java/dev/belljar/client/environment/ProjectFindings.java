package dev.belljar.client.environment;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was found in a project, and what it needs because of that.
public final class ProjectFindings {
    private final RecognizedFiles files;
    private final List<ProjectFinding> found = new ArrayList<>();
    private final Map<EnvironmentProfile, String> profiles = new EnumMap<>(EnvironmentProfile.class);
    private final Set<EnvironmentPackage> packages = new LinkedHashSet<>();
    private final Set<String> setup = new LinkedHashSet<>();

    /// A file of the project, and what the project needs because of it, in words.
    public record ProjectFinding(String file, String need) {}

    private ProjectFindings(Path project) {
        this.files = new RecognizedFiles(project);
    }

    /// Looks at the files of a project; no program is run.
    public static ProjectFindings in(Path project) {
        ProjectFindings findings = new ProjectFindings(project);
        if (Files.exists(project.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            findings.profile(".git", EnvironmentProfile.GIT, null);
        }
        findings.node();
        findings.python();
        findings.rust();
        findings.compiled();
        findings.docker();
        return findings;
    }

    /// What was found, in the order in which it was looked for.
    public List<ProjectFinding> found() {
        return List.copyOf(found);
    }

    /// The environment that the project needs.
    public Environment environment() {
        return new Environment(
                List.copyOf(profiles.keySet()),
                List.copyOf(packages),
                List.copyOf(setup),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                profiles.entrySet().stream()
                        .filter(each -> !each.getValue().isEmpty())
                        .map(each -> new ProfileVersion(each.getKey(), each.getValue()))
                        .toList(),
                List.of());
    }

    private void node() {
        if (!files.has("package.json")) {
            return;
        }
        profile("package.json", EnvironmentProfile.NODE, files.nodeVersion());
        if (files.has("package-lock.json")) {
            setup("package-lock.json", "npm ci");
        } else if (files.has("npm-shrinkwrap.json")) {
            setup("npm-shrinkwrap.json", "npm ci");
        } else if (files.has("pnpm-lock.yaml")) {
            tool("pnpm-lock.yaml", PackageManager.NPM, "pnpm");
            setup("pnpm-lock.yaml", "pnpm install --frozen-lockfile");
        } else if (files.has("yarn.lock")) {
            tool("yarn.lock", PackageManager.NPM, "yarn");
            setup("yarn.lock", "yarn install --frozen-lockfile");
        } else {
            setup("package.json", "npm install");
        }
    }

    private void python() {
        String first = files.first("pyproject.toml", "requirements.txt", "setup.py");
        if (first == null) {
            return;
        }
        profile(first, EnvironmentProfile.PYTHON, files.pythonVersion());
        if (files.has("uv.lock")) {
            tool("uv.lock", PackageManager.PIP, "uv");
            setup("uv.lock", "uv sync --frozen");
        } else if (files.has("poetry.lock")) {
            tool("poetry.lock", PackageManager.PIP, "poetry");
            setup("poetry.lock", "poetry install");
        } else {
            setup(first, "python3 -m venv .venv");
            setup(
                    first,
                    files.has("requirements.txt")
                            ? ".venv/bin/pip install -r requirements.txt"
                            : ".venv/bin/pip install -e .");
        }
    }

    private void rust() {
        if (files.has("Cargo.toml")) {
            profile("Cargo.toml", EnvironmentProfile.BUILD, null);
            tool("Cargo.toml", PackageManager.APT, "cargo");
            setup("Cargo.toml", files.has("Cargo.lock") ? "cargo fetch --locked" : "cargo fetch");
        }
    }

    private void compiled() {
        String first =
                files.first("Makefile", "makefile", "GNUmakefile", "configure", "configure.ac", "CMakeLists.txt");
        if (first == null) {
            return;
        }
        profile(first, EnvironmentProfile.BUILD, null);
        if (files.has("CMakeLists.txt")) {
            tool("CMakeLists.txt", PackageManager.APT, "cmake");
        }
        if (files.has("configure.ac") && !files.has("configure")) {
            tool("configure.ac", PackageManager.APT, "autoconf");
            tool("configure.ac", PackageManager.APT, "automake");
        }
    }

    private void docker() {
        String first = files.first(
                "compose.yaml",
                "compose.yml",
                "docker-compose.yaml",
                "docker-compose.yml",
                "Dockerfile",
                "Containerfile");
        if (first != null) {
            profile(first, EnvironmentProfile.DOCKER, null);
        }
    }

    private void profile(String file, EnvironmentProfile profile, @Nullable String version) {
        if (profiles.putIfAbsent(profile, version == null ? "" : version) == null) {
            found.add(new ProjectFinding(
                    file, "profile " + MachineFile.name(profile) + (version == null ? "" : " " + version)));
        }
    }

    private void tool(String file, PackageManager manager, String name) {
        if (packages.add(new EnvironmentPackage(manager, name, null))) {
            found.add(new ProjectFinding(file, MachineFile.name(manager) + " " + name));
        }
    }

    private void setup(String file, String command) {
        if (setup.add(command)) {
            found.add(new ProjectFinding(file, command));
        }
    }
}
