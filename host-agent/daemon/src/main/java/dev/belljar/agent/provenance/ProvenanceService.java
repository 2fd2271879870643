package dev.belljar.agent.provenance;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.work.SyncResult;

/// The origin of work: who wrote the lines of files, and the receipts of syncs.
public record ProvenanceService(BlameService blames, SyncReceipts receipts) {
    /// The lines of a file with their writers.
    public FileBlame blame(SandboxRuntime sandbox, ReadBlame request) throws BelljarException, InterruptedException {
        return blames.blame(sandbox, request);
    }

    /// Writes the receipt of a sync to a branch.
    public void synced(SandboxRuntime sandbox, SyncResult result) throws InterruptedException {
        receipts.write(sandbox, result);
    }
}
