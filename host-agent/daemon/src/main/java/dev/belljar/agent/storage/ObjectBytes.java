package dev.belljar.agent.storage;

import dev.belljar.contract.problem.BelljarException;
import java.nio.file.Path;

/// What the git objects of one sandbox take of the host's disk.
public interface ObjectBytes {
    /// Bytes of those that were fetched from this sandbox's machine into the repository of its project.
    ///
    /// @throws BelljarException when they cannot be measured
    long of(String sandbox, Path project) throws BelljarException, InterruptedException;
}
