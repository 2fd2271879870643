package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.Optional;

/// Limits how much fetches from a sandbox's machine may add to its disk usage on the host.
///
/// For a machine that is being ended only the limit of a single fetch and half of the reserve apply: losing its
/// work would be worse.
public final class SandboxQuota implements ObjectQuota {
    private final SandboxCatalog catalog;
    private final QuotaService quotas;

    public SandboxQuota(SandboxCatalog catalog, QuotaService quotas) {
        this.catalog = catalog;
        this.quotas = quotas;
    }

    @Override
    public long room(String sandbox) throws SyncException, InterruptedException {
        try {
            Optional<SandboxRecord> record = catalog.find(sandbox);
            if (record.isEmpty() || ends(record.get())) {
                return Long.MAX_VALUE;
            }
            quotas.require(record.get(), 1, "no more work is fetched");
            return quotas.room(record.get());
        } catch (SyncException e) {
            throw e;
        } catch (BelljarException e) {
            throw new SyncException(e.code(), String.valueOf(e.getMessage()), e.hint(), e);
        }
    }

    @Override
    public DiskReserve reserve() {
        return quotas.reserve();
    }

    @Override
    public DiskReserve reserve(String sandbox) {
        DiskReserve reserve = quotas.reserve();
        try {
            return catalog.find(sandbox).filter(SandboxQuota::ends).isPresent() ? reserve.half() : reserve;
        } catch (BelljarException e) {
            return reserve;
        }
    }

    private static boolean ends(SandboxRecord record) {
        return record.state() == SandboxState.STOPPING;
    }
}
