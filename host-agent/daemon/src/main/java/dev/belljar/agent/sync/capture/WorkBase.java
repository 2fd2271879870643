package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.List;

/// The base with which a sandbox's work is compared: its capture.
public final class WorkBase {
    private static final String BEGINNING = "@0 +0000";

    private WorkBase() {}

    /// The data in the message of a capture commit.
    public static CaptureNote note(HostRepository repository, String capture)
            throws SyncException, InterruptedException {
        String id = RefNames.object(capture);
        return CaptureNote.parse(repository.untrusted().line("show", "-s", "--format=%B", id));
    }

    /// A commit like a capture: of a user's commit that this branch has, and a tree with files that the user had
    /// not committed. The same commit, tree and branch always make the same one.
    public static String of(HostRepository repository, String tree, String head, String branch)
            throws SyncException, InterruptedException {
        String index = repository.commit(repository.tree(head), List.of(head), "The index", BEGINNING);
        CaptureNote note = new CaptureNote(head, index, branch, null, null, new CaptureNote.Counts(0, 0), List.of());
        return repository.commit(tree, List.of(head, index), note.message(), BEGINNING);
    }

    public static SyncException missing(String sandbox) {
        return new SyncException(
                SyncException.NO_PROJECT,
                "sandbox " + sandbox + ": the project was never copied into it",
                "Make sure that the project's folder exists, then start the sandbox. Belljar then copies the project into "
                        + "the sandbox.",
                null);
    }

    /// The capture that this sandbox began with.
    public static String capture(HostRepository repository, String sandbox) throws SyncException, InterruptedException {
        return repository.ref(RefNames.capture(sandbox)).orElseThrow(() -> missing(sandbox));
    }
}
