package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.ProvenanceApi;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.timeline.ReadPastState;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.review.ReviewBases;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The actions on the work in a sandbox; `id` is the id of a sandbox.
public final class SyncActions {
    private static final Texts TEXTS = Texts.of(SyncActions.class);

    private final TaskRunner tasks;

    SyncActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Reads the work that waits for review, compared with this base; it is fetched again only if it may have
    /// changed.
    public UiTask<ReviewQueue> review(String id, String base) {
        return tasks.reading("review", agent -> agent.call(SyncApi.REVIEW.at(id), new ReadReview(false, base)));
    }

    /// Reads with what the work can be compared.
    public UiTask<ReviewBases> bases(String id) {
        return tasks.reading("bases", agent -> agent.call(SyncApi.BASES.at(id)));
    }

    /// Reads the hunks of one file in an entry of the review.
    public UiTask<FileHunks> hunks(String id, ReadHunks request) {
        return tasks.reading("hunks", agent -> agent.call(SyncApi.HUNKS.at(id), request));
    }

    /// Asks how many hunks files in an entry of the review have.
    public UiTask<HunkCounts> hunkCounts(String id, ReadHunkCounts request) {
        return tasks.reading("hunk-counts", agent -> agent.call(SyncApi.HUNK_COUNTS.at(id), request));
    }

    /// Asks who wrote the lines of a file in an entry of the review.
    public UiTask<FileBlame> blame(String id, String path, String entry) {
        return tasks.reading("blame", agent -> agent.call(ProvenanceApi.BLAME.at(id), new ReadBlame(path, entry)));
    }

    /// Asks which files had been written up to a time in milliseconds since the epoch, and which after it.
    public UiTask<WrittenFiles> written(String id, long at) {
        return tasks.reading("written", agent -> agent.call(TimelineApi.WRITTEN.at(id), new ReadPastState(at)));
    }

    /// Asks what was going on at a time in milliseconds since the epoch, and from which snapshot a branch could start.
    public UiTask<PastState> moment(String id, long at) {
        return tasks.reading("moment", agent -> agent.call(TimelineApi.MOMENT.at(id), new ReadPastState(at)));
    }

    /// Puts the accepted work where the request says.
    public UiTask<SyncResult> accept(String id, AcceptSync request) {
        return tasks.task("accept", agent -> agent.call(SyncApi.ACCEPT.at(id), request));
    }

    /// Reads the conflicts of a sync into the working tree.
    public UiTask<SyncConflicts> conflicts(String id, AcceptSync request) {
        return tasks.reading("conflicts", agent -> agent.call(SyncApi.CONFLICTS.at(id), request));
    }

    /// Puts the project's commits into the guest, or with `dryRun` asks what that would do.
    public UiTask<PushResult> push(String id, PushCommits request) {
        return tasks.task("push", agent -> agent.call(PushApi.PUSH.at(id), request));
    }

    /// Undoes a sync into the working tree.
    public UiTask<SyncUndone> undo(String id, String undo) {
        return tasks.task("undo-sync", agent -> agent.call(SyncApi.UNDO.at(id), new UndoSync(undo)));
    }

    /// Writes a patch to a file; fails if there is such a file already, unless it is to be replaced.
    public UiTask<Path> save(Path file, byte[] patch, boolean replace) {
        OpenOption[] how = replace
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        return tasks.task("save-patch", _ -> {
            try {
                return Files.write(file, patch, how);
            } catch (FileAlreadyExistsException e) {
                throw unwritten(TEXTS.get("patch.exists", file), e);
            } catch (IOException e) {
                throw unwritten(TEXTS.get("patch.unwritten.file", file), e);
            }
        });
    }

    private static AgentException unwritten(String words, IOException cause) {
        return TaskRunner.elsewhere(TEXTS.get("patch.unwritten"), new IOException(words, cause));
    }
}
