package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.capture.CaptureDelivery;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.ProjectCapture;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.capture.WorkBases;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.nio.file.Path;
import java.util.List;

/// The captures of projects in Belljar's own repositories: makes them, and puts them into guests.
record StoredCaptures(HostRepositories repositories, RepositoryLocks locks, ObjectQuota quota) {
    WorkspaceTransfer.Capture take(String sandbox, Path project, boolean plainFolder)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        return locks.alone(
                repository, () -> ProjectCapture.take(repository, sandbox, project, plainFolder, quota.reserve()));
    }

    void deliver(
            String sandbox,
            Path project,
            WorkspaceTransfer.Capture capture,
            GuestLink guest,
            WorkspaceTransfer.SyncProgress progress)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.having(sandbox).orElseThrow(() -> WorkBase.missing(sandbox));
        CaptureDelivery delivery = new CaptureDelivery(repository, progress);
        CaptureNote note = WorkBase.note(repository, capture.commit());
        try (ScratchFolder scratch = locks.alone(repository, () -> ScratchFolder.in(repository.path()))) {
            CaptureDelivery.CapturePack pack = locks.alone(repository, () -> delivery.pack(scratch, capture.commit()));
            delivery.send(guest, project, capture.commit(), note, pack);
        }
    }

    /// Gives a sandbox the capture that another one began with, and the other bases of its reviews.
    void inherit(HostRepository repository, String capture, String sandbox) throws SyncException, InterruptedException {
        locks.alone(repository, () -> {
            repository.update(List.of("update " + RefNames.capture(sandbox) + " " + RefNames.object(capture)));
            new WorkBases(repository, sandbox).inherit(capture);
            return capture;
        });
    }
}
