package dev.belljar.agent.environment;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;
import java.util.Optional;

/// Gives the environment that the user has accepted for a project.
public interface AcceptedEnvironments {
    /// No project has an environment.
    AcceptedEnvironments NONE = project -> Optional.empty();

    /// The accepted environment of the project in this folder.
    ///
    /// @throws BelljarException when it cannot be read
    Optional<AcceptedEnvironment> of(Path project) throws BelljarException;

    /// True if the user ever accepted or rejected an environment of the project, so that guests may have something of
    /// it.
    ///
    /// @throws BelljarException when that cannot be read
    default boolean decided(Path project) throws BelljarException {
        return of(project).isPresent();
    }
}
