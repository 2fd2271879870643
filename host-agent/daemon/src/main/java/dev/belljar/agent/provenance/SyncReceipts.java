package dev.belljar.agent.provenance;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.audit.SyncReceipt;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.SyncResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the receipt of a sync to a branch: adds its hash to the audit log, and puts it as a git note on the synced
/// commits.
///
/// The work is on its branch already, so a receipt that cannot be written does not make the sync fail; it is logged.
public final class SyncReceipts {
    private static final Logger LOG = LoggerFactory.getLogger(SyncReceipts.class);
    private static final Duration CATCH_UP = Duration.ofSeconds(2);
    private static final int NAMES = 500;
    private static final int APPROVALS = 200;
    private static final int WITHHELD = 1_000;

    private final EventIndex index;
    private final WorkspaceTransfer workspace;
    private final SnapshotStore snapshots;
    private final AuditLog audit;
    private final InstantSource clock;

    public SyncReceipts(
            EventIndex index,
            WorkspaceTransfer workspace,
            SnapshotStore snapshots,
            AuditLog audit,
            InstantSource clock) {
        this.index = index;
        this.workspace = workspace;
        this.snapshots = snapshots;
        this.audit = audit;
        this.clock = clock;
    }

    /// Writes the receipt of this sync; a project without a repository gets none.
    public void write(SandboxRuntime sandbox, SyncResult result) throws InterruptedException {
        try {
            List<String> commits = workspace.notes().without(sandbox.id(), sandbox.project(), result.commit());
            if (commits.isEmpty()) {
                return;
            }
            String note = receipt(sandbox, result, commits).note();
            AuditLine line = new AuditLine("synced", sandbox.id(), result.commit(), "", "to branch " + result.branch());
            if (audit.record(line.withReceipt(SyncReceipt.hash(note)))) {
                workspace.notes().put(sandbox.project(), commits, note);
            } else {
                failed(sandbox, "the audit log cannot be written");
            }
        } catch (BelljarException e) {
            failed(sandbox, String.valueOf(e.getMessage()));
        }
    }

    private static void failed(SandboxRuntime sandbox, String why) {
        LOG.warn("{}: the receipt of the sync could not be written: {}", sandbox.name(), why);
        sandbox.observation().note("note", "sync", "the receipt of the sync could not be written: " + why);
    }

    private SyncReceipt receipt(SandboxRuntime sandbox, SyncResult result, List<String> commits)
            throws BelljarException, InterruptedException {
        boolean _ =
                sandbox.indexer().awaitApplied(sandbox.observation().journal().lastSeq(), CATCH_UP);
        List<SyncReceipt.ReachedName> names = index.reached(sandbox.id(), NAMES + 1).stream()
                .map(each -> new SyncReceipt.ReachedName(
                        VisibleText.line(each.name()), each.flows(), each.up(), each.down()))
                .toList();
        List<SyncReceipt.GrantedApproval> approvals =
                GrantedApprovals.of(sandbox.observation().journal()).listed(APPROVALS + 1);
        List<String> withheld =
                result.withheld().stream().map(VisibleText::line).toList();
        boolean complete = names.size() <= NAMES && approvals.size() <= APPROVALS && withheld.size() <= WITHHELD;
        return new SyncReceipt(
                SyncReceipt.CURRENT,
                sandbox.name(),
                sandbox.id(),
                result.branch(),
                result.commit(),
                commits,
                sandbox.record().project().base(),
                clock.millis(),
                snapshot(sandbox.id()),
                first(names, NAMES),
                first(approvals, APPROVALS),
                first(withheld, WITHHELD),
                complete,
                audit.head());
    }

    private static <T> List<T> first(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    private @Nullable String snapshot(String sandbox) {
        return snapshots.list().reversed().stream()
                .filter(each -> each.sandbox().equals(sandbox))
                .findFirst()
                .map(Snapshot::id)
                .orElse(null);
    }
}
