package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.Keeping;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Tier;
import dev.belljar.contract.view.Collected;
import dev.belljar.contract.view.Freed;
import dev.belljar.contract.view.Retention;
import dev.belljar.contract.view.TrashItem;
import java.util.List;

/// One sandbox in the trash, which comes back when asked for, and one layer nobody needs.
record FakeKeeping(Sandbox sandbox) implements Keeping {
    @Override
    public Sandbox pack(String id, Tier tier, boolean dropMemory) {
        return sandbox;
    }

    @Override
    public Retention retention() {
        return new Retention(30, 1, 2, 3, 4, 0, List.of(), null);
    }

    @Override
    public Retention retain(SetRetention wish) {
        return new Retention(wish.idleMinutes() == null ? 30 : wish.idleMinutes(), 1, 2, 3, 4, 0, List.of(), null);
    }

    @Override
    public Retention retainAsUsual() {
        return retention();
    }

    @Override
    public List<TrashItem> trash() {
        return List.of(new TrashItem(sandbox.id(), "shop", "/shop", 1, null, 2, null, true, true, "all of it"));
    }

    @Override
    public Sandbox restore(String item) {
        return sandbox;
    }

    @Override
    public void discard(String item) {}

    @Override
    public Collected empty(boolean unsaved) {
        return new Collected(false, List.of(new Freed("trash", "shop", 2)), 2, null);
    }

    @Override
    public Collected collect(boolean dryRun) {
        return new Collected(dryRun, List.of(new Freed("layer", "5a9.qcow2", 3)), 3, null);
    }
}
