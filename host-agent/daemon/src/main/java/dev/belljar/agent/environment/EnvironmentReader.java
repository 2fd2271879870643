package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads what a project proposes: `.belljar/machine.toml`, or its `devcontainer.json` if it does not have that
/// file.
///
/// The files are untrusted: a project can come from anywhere.
final class EnvironmentReader {
    static final String MACHINE = ".belljar/machine.toml";
    private static final List<String> DEVCONTAINERS = List.of(".devcontainer/devcontainer.json", ".devcontainer.json");

    private EnvironmentReader() {}

    /// Reads the proposal of the project in this folder. A file with errors is a proposal with a problem:
    /// another file must not take its place.
    static ProposedEnvironment read(Path project, ImageNames images) {
        Optional<ProposedEnvironment> machine = read(project, MACHINE, images);
        if (machine.isPresent()) {
            return machine.get();
        }
        for (String name : DEVCONTAINERS) {
            Optional<ProposedEnvironment> devcontainer = read(project, name, images);
            if (devcontainer.isPresent()) {
                return devcontainer.get();
            }
        }
        return ProposedEnvironment.NOTHING;
    }

    private static Optional<ProposedEnvironment> read(Path project, String name, ImageNames images) {
        try {
            return ProjectText.read(project, name).map(text -> read(name, text, images));
        } catch (IOException e) {
            return Optional.of(
                    ProposedEnvironment.invalid(name, "", "the file cannot be read: " + FileErrors.reason(e)));
        }
    }

    static ProposedEnvironment read(String name, String text, ImageNames images) {
        try {
            ProposedEnvironment proposed = name.equals(MACHINE)
                    ? new ProposedEnvironment(name, text, EnvironmentToml.read(text), List.of(), null)
                    : DevcontainerReader.read(name, text, images);
            return ProposedImage.resolved(proposed, images);
        } catch (EnvironmentException e) {
            return ProposedEnvironment.invalid(name, text, String.valueOf(e.getMessage()));
        }
    }
}
