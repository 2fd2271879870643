package dev.belljar.app.recorded;

import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.List;
import java.util.function.Consumer;

/// Recorded disk use of three sandboxes, one of them near its quota; requests to change it go to `requests`.
record RecordedStorage(Consumer<String> requests) {
    private static final long MB = 1_000_000;
    private static final long GIB = 1L << 30;

    public HostStorage all() {
        List<SandboxStorage> sandboxes = List.of(
                row("shop", 6_420, 2_130, 0, 84, 31, 32, false),
                row("api", 9_870, 23_400, 1_020, 66, 18, 32, false),
                row("docs", 1_240, 0, 410, 12, 6, 64, true));
        return new HostStorage(
                502_000 * MB, 118_400 * MB, 2 * GIB, null, 3_210 * MB, 1_940 * MB, 0, 0, sandboxes, List.of(), null);
    }

    private static SandboxStorage row(
            String name, long disk, long snapshots, long memory, long objects, long journal, long quota, boolean own) {
        long used = disk + snapshots + memory + objects + journal;
        return new SandboxStorage(
                "sb-" + name,
                name,
                objects * MB,
                journal * MB,
                disk * MB,
                memory * MB,
                snapshots * MB,
                used * MB,
                quota * GIB,
                own);
    }

    public HostStorage change(SetStorage request) {
        requests.accept("storage quota " + request.quota() + " reserve " + request.reserve());
        return all();
    }

    public HostStorage reset() {
        requests.accept("storage reset");
        return all();
    }

    public SandboxStorage one(String id) {
        return all().sandboxes().getFirst();
    }

    public SandboxStorage quota(String id, long bytes) {
        requests.accept("quota " + id + " " + bytes);
        return one(id);
    }

    public SandboxStorage reset(String id) {
        requests.accept("quota reset " + id);
        return one(id);
    }
}
