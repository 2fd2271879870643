package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /// Reads the proposal with what the coding agents need: the one that the file names, those that were `accepted`,
    /// and `wanted`; each of these is null if there is none.
    ///
    /// @throws EnvironmentException when `wanted` has no profile, or the profile of one of them cannot be used
    static ProposedEnvironment read(
            Path project,
            ImageNames images,
            AgentProfileStore profiles,
            @Nullable AcceptedEnvironment accepted,
            @Nullable String wanted)
            throws EnvironmentException {
        ProposedEnvironment file = read(project, images);
        Set<String> names = new LinkedHashSet<>();
        if (file.agent() != null) {
            names.add(file.agent());
        }
        if (accepted != null) {
            accepted.environment().agents().forEach(each -> names.add(each.name()));
        }
        names.remove(wanted);
        List<AgentProfile> found = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String name : names) {
            Optional<AgentProfile> profile = profiles.find(name);
            profile.filter(AgentProfile::needsAcceptance).ifPresent(found::add);
            // An agent that was accepted and has no profile any more is shown as one that is no longer proposed.
            if (profile.isEmpty() && name.equals(file.agent())) {
                unknown.add(name);
            }
        }
        if (wanted != null) {
            AgentProfile profile = profiles.required(wanted);
            if (profile.needsAcceptance()) {
                found.add(profile);
            }
        }
        return found.isEmpty() && unknown.isEmpty() ? file : file.with(found, unknown);
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
            ProposedEnvironment proposed;
            if (name.equals(MACHINE)) {
                EnvironmentToml.MachineToml read = EnvironmentToml.readWhole(text);
                proposed = new ProposedEnvironment(name, text, read.environment(), List.of(), null, read.agent());
            } else {
                proposed = DevcontainerReader.read(name, text, images);
            }
            return ProposedImage.resolved(proposed, images);
        } catch (EnvironmentException e) {
            return ProposedEnvironment.invalid(name, text, String.valueOf(e.getMessage()));
        }
    }
}
