package dev.belljar.client.machine;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.time.Duration;
import org.awaitility.Awaitility;

/// The operations that sync the work of a running machine.
record SyncedMachine(RunningMachine machine) {
    static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int QUIET_SECONDS = 2;

    SyncPlan plan() throws AgentException, InterruptedException {
        return machine.client().call(SyncApi.PLAN.at(machine.id()));
    }

    /// The work that waits for review, fetched now.
    ReviewQueue review() throws AgentException, InterruptedException {
        return review(true);
    }

    ReviewQueue review(boolean fetch) throws AgentException, InterruptedException {
        return machine.client().call(SyncApi.REVIEW.at(machine.id()), new ReadReview(fetch));
    }

    /// The new content of a file in an entry of the review.
    String hunk(ReviewEntry entry, String path) throws AgentException, InterruptedException {
        return String.valueOf(machine.client()
                .call(SyncApi.HUNKS.at(machine.id()), new ReadHunks(entry.id(), path))
                .after());
    }

    SyncResult accept(AcceptSync request) throws AgentException, InterruptedException {
        return machine.client().call(SyncApi.ACCEPT.at(machine.id()), request);
    }

    PushResult push() throws AgentException, InterruptedException {
        PushCommits request = new PushCommits(PushMode.FAST_FORWARD, false, false);
        return machine.client().call(PushApi.PUSH.at(machine.id()), request);
    }

    void mode(SyncMode mode) throws AgentException, InterruptedException {
        var _ = machine.client().call(SyncApi.SET.at(machine.id()), new SetSync(mode, QUIET_SECONDS));
    }

    SyncStatus status() throws AgentException, InterruptedException {
        return machine.client().call(SyncApi.STATUS.at(machine.id()));
    }

    /// Waits until the status has a problem that contains these words, and returns its sentence.
    String problem(String words) {
        return Awaitility.await().atMost(PATIENCE).until(this::problem, detail -> detail.contains(words));
    }

    private String problem() throws AgentException, InterruptedException {
        Problem problem = status().problem();
        return problem == null ? "" : problem.detail();
    }
}
