package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes commits as a patch: one mail for each, as `git am` and `git apply` read them.
///
/// The mails are made from copies of the commits with cleaned authors and messages (`CommitText.forMail`): a message
/// could otherwise contain changes of its own, which `git am` would apply although no review showed them.
record PatchText(HostRepository repository, OperationDeadline deadline) {
    /// Bytes of the largest patch: 16 MiB in base64.
    private static final int LARGEST = 12 << 20;

    /// The patch in base64 of commits of which the first is based on `base`, null if it has no parent.
    ///
    /// @throws SyncException `sync.refused` when there are no changes, or the patch is too large
    String of(@Nullable String base, List<SelectedWork.MadeCommit> commits) throws SyncException, InterruptedException {
        ByteArrayOutputStream patch = new ByteArrayOutputStream();
        String _ = write(base, commits, patch);
        return encoded(patch);
    }

    /// The patch in base64 of accepted work, with the uncommitted work as its last mail.
    String of(SelectedWork.MadeCommits made, CommitText uncommitted) throws SyncException, InterruptedException {
        ByteArrayOutputStream patch = new ByteArrayOutputStream();
        String head = write(made.start(), made.commits(), patch);
        if (!made.all().equals(made.withOwn())) {
            // The user has these files already, so no mail contains them.
            List<String> parents = head == null ? List.of() : List.of(head);
            String own = uncommitted.commit(repository, made.withOwn(), parents);
            String _ = write(
                    own, List.of(new SelectedWork.MadeCommit(own, made.withOwn(), made.all(), uncommitted)), patch);
        }
        return encoded(patch);
    }

    // Appends the mails, and returns the last copy, or `base` if there is none.
    private @Nullable String write(
            @Nullable String base, List<SelectedWork.MadeCommit> commits, ByteArrayOutputStream patch)
            throws SyncException, InterruptedException {
        String tip = base;
        for (SelectedWork.MadeCommit commit : commits) {
            List<String> parents = tip == null ? List.of() : List.of(tip);
            tip = commit.text().forMail().commit(repository, commit.tree(), parents);
        }
        if (tip != null && !commits.isEmpty()) {
            append(base, tip, patch);
        }
        return tip;
    }

    private void append(@Nullable String base, String tip, ByteArrayOutputStream patch)
            throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(Arrays.asList(
                "format-patch",
                "--stdout",
                "--binary",
                "--full-index",
                "--no-renames",
                "--no-stat",
                "--no-signature",
                "--no-numbered",
                "--no-cover-letter",
                "--no-notes",
                "--no-ext-diff",
                "--no-textconv",
                "--encode-email-headers"));
        words.addAll(base == null ? List.of("--root", tip) : List.of(base + ".." + tip));
        try (GitProcess git = GitProcess.start(repository.untrusted(), deadline.left(), words.toArray(String[]::new))) {
            git.in().close();
            byte[] text = git.out().readNBytes(LARGEST + 1 - patch.size());
            patch.writeBytes(text);
            if (patch.size() > LARGEST) {
                throw SyncFaults.refused(
                        "the patch is larger than %d MiB".formatted(LARGEST >> 20),
                        "Sync to a branch instead (`--onto branch`), or skip large files.");
            }
            if (git.exit() != 0) {
                throw SyncFaults.git("format-patch", git.said());
            }
        } catch (IOException e) {
            deadline.left();
            throw SyncFaults.file("the patch could not be read", e);
        }
    }

    private static String encoded(ByteArrayOutputStream patch) throws SyncException {
        if (patch.size() == 0) {
            throw SyncFaults.refused("there are no changes for a patch", "Select at least one change.");
        }
        return Base64.getEncoder().encodeToString(patch.toByteArray());
    }
}
