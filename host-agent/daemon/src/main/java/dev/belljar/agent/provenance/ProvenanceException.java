package dev.belljar.agent.provenance;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Path;

/// The versions of files that were recorded cannot be read.
public final class ProvenanceException extends BelljarException {
    public static final ProblemCode UNREADABLE = new ProblemCode("provenance.unreadable", 500);
    private static final long serialVersionUID = 1L;

    ProvenanceException(Path folder, IOException cause) {
        super(
                UNREADABLE,
                folder + ": the recorded versions of files could not be read: " + cause.getMessage(),
                "Check the owner of the data folder.",
                cause);
    }
}
