package dev.belljar.agent.api;

import dev.belljar.agent.retention.RetentionOperations;
import dev.belljar.agent.retention.TrashOperations;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.FreedItem;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.RetentionStatus;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;

/// A retention service with one sandbox in the trash, which can be restored, and one unused layer.
record FakeRetention(Sandbox sandbox) implements RetentionOperations, TrashOperations {
    @Override
    public Sandbox pack(String id, StorageTier tier, boolean dropMemory) {
        return sandbox;
    }

    @Override
    public RetentionStatus retention() {
        return new RetentionStatus(30, 1, 2, 3, 4, 0, List.of(), null);
    }

    @Override
    public RetentionStatus retain(SetRetention request) {
        return new RetentionStatus(
                request.idleMinutes() == null ? 30 : request.idleMinutes(), 1, 2, 3, 4, 0, List.of(), null);
    }

    @Override
    public RetentionStatus retainAsUsual() {
        return retention();
    }

    @Override
    public List<TrashItem> trash() {
        return List.of(new TrashItem(sandbox.id(), "shop", "/shop", 1, null, 2, null, true, true, "all of it"));
    }

    @Override
    public TrashItem trash(String item) {
        return trash().getFirst();
    }

    @Override
    public Sandbox restore(String item) {
        return sandbox;
    }

    @Override
    public void discard(String item) {}

    @Override
    public GarbageCollected empty(boolean unsaved) {
        return new GarbageCollected(false, List.of(new FreedItem("trash", "shop", 2)), 2, null);
    }

    @Override
    public GarbageCollected collect(boolean dryRun) {
        return new GarbageCollected(dryRun, List.of(new FreedItem("layer", "5a9.qcow2", 3)), 3, null);
    }
}
