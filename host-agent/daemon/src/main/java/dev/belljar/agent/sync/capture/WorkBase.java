package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;

/// The base with which a sandbox's work is compared: its capture.
public final class WorkBase {
    private WorkBase() {}

    /// The data in the message of a capture commit.
    public static CaptureNote note(HostRepository repository, String capture)
            throws SyncException, InterruptedException {
        String id = RefNames.object(capture);
        return CaptureNote.parse(repository.untrusted().line("show", "-s", "--format=%B", id));
    }

    public static SyncException missing(String sandbox) {
        return new SyncException(
                SyncException.NO_PROJECT,
                "sandbox " + sandbox + ": its project was never copied into it",
                "Make sure that the project's folder exists, then start the sandbox. Belljar then copies the project into "
                        + "the sandbox.",
                null);
    }

    /// The capture that this sandbox began with.
    public static String capture(HostRepository repository, String sandbox) throws SyncException, InterruptedException {
        return repository.ref(RefNames.capture(sandbox)).orElseThrow(() -> missing(sandbox));
    }
}
