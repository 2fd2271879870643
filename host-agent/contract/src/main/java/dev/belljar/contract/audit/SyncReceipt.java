package dev.belljar.contract.audit;

import dev.belljar.contract.codec.ContractJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The receipt of a sync to a branch: a git note on the synced commits, whose hash is in the audit log.
///
/// `version` is the version of this format. `commit` is where the branch points after the sync, `commits` are those
/// that the note is on, the newest first; `base` is the commit of the project that the sandbox started from, null
/// if there is none. `time` is milliseconds since the epoch. `snapshot` is the id of the newest snapshot, null for
/// none. `names` are the destinations that programs in the sandbox reached, those with the most received bytes
/// first; `approvals` are the approvals that the user granted; `withheld` are the files that were left out because
/// they could run on the host. `complete` is false if one of these lists was shortened. `audit` is the last line of
/// the audit log when the receipt was made.
public record SyncReceipt(
        int version,
        String sandbox,
        String sandboxId,
        String branch,
        String commit,
        List<String> commits,
        @Nullable String base,
        long time,
        @Nullable String snapshot,
        List<ReachedName> names,
        List<GrantedApproval> approvals,
        List<String> withheld,
        boolean complete,
        AuditHead audit) {
    /// The version of the format that this version of Belljar writes.
    public static final int CURRENT = 1;

    /// The ref of the notes in the user's repository.
    public static final String REF = "refs/notes/belljar";

    public SyncReceipt {
        commits = List.copyOf(commits);
        names = List.copyOf(names);
        approvals = List.copyOf(approvals);
        withheld = List.copyOf(withheld);
    }

    /// A destination: its DNS name, or its address if no name is known, with the number of its flows and their
    /// bytes.
    public record ReachedName(String name, long flows, long up, long down) {}

    /// An approval that the user granted: its id, the time of the answer, its destination, and the rule in words.
    public record GrantedApproval(
            String id,
            long time,
            String destination,
            @Nullable String rule) {}

    /// The note: one line of JSON.
    public String note() {
        return ContractJson.line(this);
    }

    /// The hash of a note, as it is recorded in the audit log. Git may add a line end to a note.
    public static String hash(String note) {
        return HashChain.hash(note.strip().getBytes(StandardCharsets.UTF_8));
    }
}
