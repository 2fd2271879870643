package dev.belljar.agent.provenance;

import dev.belljar.agent.provenance.version.FileVersionStore;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What is recorded about the files of one sandbox.
interface FileHistory {
    /// The newest versions of a file whose content was followed.
    FileVersionStore.KeptVersions versions(String path) throws IOException;

    /// The writes to a file that the index has, one for each process and second, with the time of the last of them.
    List<PathWrite> writes(String path) throws BelljarException;

    /// The text of the file in the project from which the sandbox was created; empty if there was none.
    Optional<String> base(String path) throws BelljarException, InterruptedException;

    /// True if the files of the sandbox were those of the project when it first ran. A branch begins with the work of
    /// another sandbox.
    boolean beganWithProject();
}
