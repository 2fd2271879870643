package dev.belljar.agent.provenance;

import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.provenance.version.FileFollower;
import dev.belljar.agent.provenance.version.FileVersionStore;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.work.FileContents;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Says who wrote the lines of a file of the fetched work.
public final class BlameService {
    private static final Duration CATCH_UP = Duration.ofSeconds(2);
    private static final int MOST_VERSIONS = 300;
    private static final int MOST_LINES = 100_000;

    private final EventIndex index;
    private final WorkspaceTransfer workspace;
    private final FileFollower follower;
    private final RecordedWrites writes;

    public BlameService(EventIndex index, WorkspaceTransfer workspace, FileFollower follower, RecordedWrites writes) {
        this.index = index;
        this.workspace = workspace;
        this.follower = follower;
        this.writes = writes;
    }

    /// The lines of a file with their writers.
    public FileBlame blame(SandboxRuntime sandbox, ReadBlame request) throws BelljarException, InterruptedException {
        String path = request.path();
        FileContents contents = contents(sandbox, path, request.commit());
        String text = contents.after();
        if (text == null) {
            return unknown(path, contents.note() == null ? "The file was deleted." : contents.note());
        }
        if (text.chars().filter(c -> c == '\n').count() > MOST_LINES) {
            return unknown(path, "The file has more than 100,000 lines.");
        }
        boolean _ =
                sandbox.indexer().awaitApplied(sandbox.observation().journal().lastSeq(), CATCH_UP);
        LineAttribution lines = new LineAttribution(new RecordedHistory(sandbox, path, contents.before()));
        try {
            List<LineSource> sources = lines.of(path, text);
            GrantedApprovals approvals =
                    GrantedApprovals.of(sandbox.observation().journal());
            BlameRanges ranges = new BlameRanges(new WriterHistory(index, sandbox.id(), approvals));
            sources.forEach(ranges::add);
            return ranges.blame(path, text, lines.followed(), lines.notes());
        } catch (IOException e) {
            throw new ProvenanceException(sandbox.folder(), e);
        }
    }

    private static FileBlame unknown(String path, String why) {
        return new FileBlame(path, "", List.of(), List.of(), false, List.of(why));
    }

    private FileContents contents(SandboxRuntime sandbox, String path, @Nullable String commit)
            throws SyncException, InterruptedException {
        String capture = sandbox.record().project().commit();
        return commit == null || capture == null
                ? workspace.contents(sandbox.id(), sandbox.project(), path)
                : workspace.contents(sandbox.project(), capture, commit, path);
    }

    private final class RecordedHistory implements FileHistory {
        private final SandboxRuntime sandbox;
        private final String path;
        private final @Nullable String before;

        RecordedHistory(SandboxRuntime sandbox, String path, @Nullable String before) {
            this.sandbox = sandbox;
            this.path = path;
            this.before = before;
        }

        @Override
        public FileVersionStore.KeptVersions versions(String of) throws IOException {
            return follower.versions(sandbox).of(of, MOST_VERSIONS);
        }

        @Override
        public List<PathWrite> writes(String of) throws BelljarException {
            return writes.of(sandbox.id(), of);
        }

        @Override
        public Optional<String> base(String of) throws InterruptedException {
            if (of.equals(path)) {
                return Optional.ofNullable(before);
            }
            String capture = sandbox.record().project().commit();
            try {
                return capture == null
                        ? Optional.empty()
                        : Optional.ofNullable(workspace
                                .contents(sandbox.project(), capture, capture, of)
                                .before());
            } catch (SyncException e) {
                return Optional.empty(); // not a file of the project
            }
        }

        @Override
        public boolean beganWithProject() {
            return sandbox.record().origin() == null;
        }
    }
}
