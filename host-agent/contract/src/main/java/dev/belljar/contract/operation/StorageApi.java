package dev.belljar.contract.operation;

import dev.belljar.contract.request.CollectGarbage;
import dev.belljar.contract.request.EmptyTrash;
import dev.belljar.contract.request.MoveToTier;
import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.GarbageCollected;
import dev.belljar.contract.view.HostStorage;
import dev.belljar.contract.view.RetentionStatus;
import dev.belljar.contract.view.SandboxStorage;
import dev.belljar.contract.view.TrashItem;
import java.util.List;

/// The operations on disk usage, storage tiers, retention and the trash.
public final class StorageApi {
    /// The disk usage and quotas of all sandboxes.
    public static final Operation<Empty, HostStorage> ALL =
            Operation.get("storage", "/storage").answers(HostStorage.class);

    /// Changes the quota of all sandboxes or the reserve, and returns the values in force.
    public static final Operation<SetStorage, HostStorage> CHANGE =
            Operation.put("setStorage", "/storage").body(SetStorage.class).answers(HostStorage.class);

    /// Restores the defaults for all sandboxes, and returns the values in force.
    public static final Operation<Empty, HostStorage> RESET =
            Operation.delete("resetStorage", "/storage").answers(HostStorage.class);

    /// The disk usage and quota of one sandbox.
    public static final Operation<Empty, SandboxStorage> ONE =
            Operation.get("sandboxStorage", "/sandboxes/{id}/storage").answers(SandboxStorage.class);

    /// Sets the quota of one sandbox.
    public static final Operation<SetQuota, SandboxStorage> SET_QUOTA = Operation.put(
                    "setQuota", "/sandboxes/{id}/storage")
            .body(SetQuota.class)
            .answers(SandboxStorage.class);

    /// Removes the sandbox's own quota.
    public static final Operation<Empty, SandboxStorage> RESET_QUOTA =
            Operation.delete("resetQuota", "/sandboxes/{id}/storage").answers(SandboxStorage.class);

    /// Moves a stopped sandbox to a smaller tier, and responds when that is done.
    public static final Operation<MoveToTier, Sandbox> MOVE = Operation.post("pack", "/sandboxes/{id}/tier")
            .in(SandboxState.STOPPED)
            .query(MoveToTier.class)
            .answers(Sandbox.class);

    /// The retention periods.
    public static final Operation<Empty, RetentionStatus> RETENTION =
            Operation.get("retention", "/retention").answers(RetentionStatus.class);

    /// Changes the retention periods and returns those in force.
    public static final Operation<SetRetention, RetentionStatus> SET_RETENTION =
            Operation.post("retain", "/retention").body(SetRetention.class).answers(RetentionStatus.class);

    /// Restores the default periods and returns those in force.
    public static final Operation<Empty, RetentionStatus> RESET_RETENTION =
            Operation.delete("retainAsUsual", "/retention").answers(RetentionStatus.class);

    /// The sandboxes in the trash, the newest first.
    public static final Operation<Empty, List<TrashItem>> TRASH =
            Operation.get("trash", "/trash").answersList(TrashItem.class);

    /// Restores a sandbox from the trash as a stopped one; a name stands for the newest sandbox of that name.
    public static final Operation<Empty, Sandbox> RESTORE_TRASH =
            Operation.post("restoreTrash", "/trash/{id}/restore").answers(201, Sandbox.class);

    /// Deletes one sandbox in the trash permanently.
    public static final Operation<Empty, Empty> DISCARD_TRASH =
            Operation.delete("discardTrash", "/trash/{id}").answersNothing(204);

    /// Permanently deletes the sandboxes in the trash whose work was fetched, or all.
    public static final Operation<EmptyTrash, GarbageCollected> EMPTY_TRASH =
            Operation.delete("emptyTrash", "/trash").query(EmptyTrash.class).answers(GarbageCollected.class);

    /// Deletes what nothing needs, or only lists it.
    public static final Operation<CollectGarbage, GarbageCollected> COLLECT =
            Operation.post("collect", "/gc").query(CollectGarbage.class).answers(GarbageCollected.class);

    private StorageApi() {}
}
