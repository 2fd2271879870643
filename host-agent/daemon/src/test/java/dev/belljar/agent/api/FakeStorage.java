package dev.belljar.agent.api;

import dev.belljar.agent.retention.StorageOperations;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.List;

/// Storage with one sandbox that uses 15 bytes, and a disk of 1,000 bytes.
record FakeStorage() implements StorageOperations {
    @Override
    public HostStorage storage() {
        return new HostStorage(1_000, 500, 20, null, 30, 7, List.of(one("shop", 0, false)), List.of(), null);
    }

    @Override
    public HostStorage change(SetStorage request) {
        return new HostStorage(
                1_000,
                500,
                request.reserve() == null ? 20 : request.reserve(),
                request.quota(),
                30,
                7,
                List.of(),
                List.of(),
                null);
    }

    @Override
    public HostStorage reset() {
        return storage();
    }

    @Override
    public SandboxStorage storage(String sandbox) {
        return one(sandbox, 0, false);
    }

    @Override
    public SandboxStorage change(String sandbox, SetQuota request) {
        return one(sandbox, request.quota() == null ? -1 : request.quota(), true);
    }

    @Override
    public SandboxStorage reset(String sandbox) {
        return one(sandbox, 0, false);
    }

    private static SandboxStorage one(String name, long quota, boolean own) {
        return new SandboxStorage("5a9", name, 1, 2, 3, 4, 5, 15, quota, own);
    }
}
