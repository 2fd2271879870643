package dev.belljar.contract.operation;

import dev.belljar.contract.request.storage.CollectGarbage;
import dev.belljar.contract.request.storage.EmptyTrash;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.RetentionStatus;
import dev.belljar.contract.view.storage.SandboxStorage;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;

/// The operations on disk usage, storage tiers, retention and the trash.
public final class StorageApi {
    public static final Operation<Empty, HostStorage> ALL = Operation.get("storage", "/storage")
            .about("Returns how much of the host's disk the sandboxes use, and the limits.", "The current values.")
            .answers(HostStorage.class);

    public static final Operation<SetStorage, HostStorage> CHANGE = Operation.put("setStorage", "/storage")
            .about(
                    "Changes the quota for all sandboxes that have none of their own, or the reserve; "
                            + "omitted fields stay unchanged.",
                    "The new values.")
            .body(SetStorage.class)
            .answers(HostStorage.class);

    public static final Operation<Empty, HostStorage> RESET = Operation.delete("resetStorage", "/storage")
            .about("Restores the default quota for all sandboxes and the default reserve.", "The new values.")
            .answers(HostStorage.class);

    public static final Operation<Empty, SandboxStorage> ONE = Operation.get(
                    "sandboxStorage", "/sandboxes/{id}/storage")
            .about("Returns how much of the host's disk one sandbox uses, and its quota.", "The current values.")
            .answers(SandboxStorage.class);

    public static final Operation<SetQuota, SandboxStorage> SET_QUOTA = Operation.put(
                    "setQuota", "/sandboxes/{id}/storage")
            .about("Sets the quota of one sandbox.", "The new values.")
            .body(SetQuota.class)
            .answers(SandboxStorage.class);

    public static final Operation<Empty, SandboxStorage> RESET_QUOTA = Operation.delete(
                    "resetQuota", "/sandboxes/{id}/storage")
            .about(
                    "Removes the sandbox's own quota, so that the quota for all sandboxes applies again.",
                    "The new values.")
            .answers(SandboxStorage.class);

    public static final Operation<MoveToTier, Sandbox> MOVE = Operation.post("pack", "/sandboxes/{id}/tier")
            .about(
                    "Moves a stopped sandbox to a tier that uses less disk space; the response is sent when "
                            + "the move is complete.",
                    "The sandbox.")
            .in(SandboxState.STOPPED)
            .query(MoveToTier.class)
            .answers(Sandbox.class);

    public static final Operation<Empty, RetentionStatus> RETENTION = Operation.get("retention", "/retention")
            .about("Returns the retention periods of unused machines.", "The periods in force.")
            .answers(RetentionStatus.class);

    public static final Operation<SetRetention, RetentionStatus> SET_RETENTION = Operation.post("retain", "/retention")
            .about("Changes retention periods; omitted fields stay unchanged.", "The periods in force.")
            .body(SetRetention.class)
            .answers(RetentionStatus.class);

    public static final Operation<Empty, RetentionStatus> RESET_RETENTION = Operation.delete(
                    "retainAsUsual", "/retention")
            .about("Restores the default retention periods.", "The periods in force.")
            .answers(RetentionStatus.class);

    public static final Operation<Empty, List<TrashItem>> TRASH = Operation.get("trash", "/trash")
            .about("Lists the sandboxes in the trash, the newest first.", "The trash items.")
            .answersList(TrashItem.class);

    public static final Operation<Empty, TrashItem> TRASH_ITEM = Operation.get("trashItem", "/trash/{id}")
            .about("Returns one sandbox in the trash.", "The trash item.")
            .answers(TrashItem.class);

    public static final Operation<Empty, Sandbox> RESTORE_TRASH = Operation.post("restoreTrash", "/trash/{id}/restore")
            .about(
                    "Restores a sandbox from the trash; it is stopped and has its old name or the next free one.",
                    "The restored sandbox.")
            .answers(201, Sandbox.class);

    public static final Operation<Empty, Empty> DISCARD_TRASH = Operation.delete("discardTrash", "/trash/{id}")
            .about("Permanently deletes one sandbox in the trash.", "The sandbox was deleted.")
            .answersNothing(204);

    public static final Operation<EmptyTrash, GarbageCollected> EMPTY_TRASH = Operation.delete("emptyTrash", "/trash")
            .about(
                    "Permanently deletes sandboxes in the trash: those whose work is saved, or all.",
                    "The deleted items.")
            .query(EmptyTrash.class)
            .answers(GarbageCollected.class);

    public static final Operation<CollectGarbage, GarbageCollected> COLLECT = Operation.post("collect", "/gc")
            .about("Deletes layers and templates that no sandbox, snapshot or trash item needs.", "The deleted items.")
            .query(CollectGarbage.class)
            .answers(GarbageCollected.class);

    private StorageApi() {}
}
