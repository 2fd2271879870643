package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer.FetchProgress;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.FetchLimits;
import java.time.Duration;

/// Fetches the work of a machine, and uses it before another operation changes the repository.
record LockedFetch(RepositoryLocks locks, FetchLimits limits, ObjectQuota quota) {
    private static final FetchProgress UNSEEN = (bytes, file) -> {};

    /// What is done with fetched work while no other operation changes the repository.
    interface FetchUse<T> {
        T of(WorkFetcher.Fetched fetched) throws SyncException, InterruptedException;
    }

    /// Fetched work, and its review, which can be accepted.
    record PlannedWork(WorkFetcher.Fetched fetched, ReviewedPlans.ReviewedPlan plan) {}

    private interface WriteOperation {
        void begins() throws SyncException;
    }

    /// Fetches the work.
    WorkFetcher.Fetched run(HostRepository repository, String sandbox, GuestLink guest)
            throws SyncException, InterruptedException {
        return run(repository, sandbox, guest, UNSEEN, fetched -> fetched);
    }

    /// Fetches the work, which can be accepted from then on, compared with this base.
    PlannedWork planned(BaseFinder bases, ComparisonBase base, GuestLink guest, FetchCause cause)
            throws SyncException, InterruptedException {
        HostRepository repository = bases.repository();
        ReviewedPlans plans = new ReviewedPlans(repository, bases.sandbox());
        return locks.reading(repository, () -> {
            WorkFetcher.Fetched fetched = run(repository, bases.sandbox(), guest);
            // A guest can make a history in which the base is found slowly; other operations do not wait for it.
            ReviewedBase found = bases.find(base, fetched.tip());
            return new PlannedWork(fetched, locks.alone(repository, () -> plans.add(fetched.tip(), cause, found)));
        });
    }

    /// Fetches the work, reports the progress, and uses the work.
    <T> T run(HostRepository repository, String sandbox, GuestLink guest, FetchProgress progress, FetchUse<T> use)
            throws SyncException, InterruptedException {
        return run(repository, new WorkFetcher(repository, sandbox, limits, quota, progress), guest, () -> {}, use);
    }

    /// Fetches the work within a time, and uses it.
    <T> T within(Duration limit, HostRepository repository, String sandbox, GuestLink guest, FetchUse<T> use)
            throws SyncException, InterruptedException {
        WorkFetcher fetcher = new WorkFetcher(repository, sandbox, limits.within(limit), quota, UNSEEN);
        return TimedOperation.run(limit, time -> run(repository, fetcher, guest, time::begin, use));
    }

    private <T> T run(
            HostRepository repository, WorkFetcher fetcher, GuestLink guest, WriteOperation operation, FetchUse<T> use)
            throws SyncException, InterruptedException {
        return locks.reading(repository, () -> {
            try (ScratchFolder scratch = locks.alone(repository, () -> ScratchFolder.in(repository.path()))) {
                WorkFetcher.Received received = fetcher.receive(guest, scratch);
                return locks.alone(repository, () -> {
                    operation.begins();
                    return use.of(fetcher.take(received));
                });
            }
        });
    }
}
