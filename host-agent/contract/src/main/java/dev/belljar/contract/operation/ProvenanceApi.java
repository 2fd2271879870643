package dev.belljar.contract.operation;

import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.view.provenance.FileBlame;

/// The operations on the origin of work.
public final class ProvenanceApi {
    public static final Operation<ReadBlame, FileBlame> BLAME = Operation.get("blame", "/sandboxes/{id}/blame")
            .about(
                    "Says who wrote the lines of a file: the processes, their ancestors, and the connections that "
                            + "these and the programs they started made in the 30 minutes before the write.",
                    "The lines and their writers.")
            .query(ReadBlame.class)
            .answers(FileBlame.class);

    private ProvenanceApi() {}
}
