package dev.belljar.agent.storage;

import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;

/// Measures the git objects of a sandbox.
public interface ObjectBytes {
    /// The bytes of the objects that were fetched from this sandbox's machine into the repository of its
    /// project.
    ///
    /// @throws BelljarException when they cannot be measured
    long of(String sandbox, Path project) throws BelljarException, InterruptedException;
}
