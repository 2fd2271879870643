package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.SkippedChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the last syncs brought to the project, as a commit of the host's own repository keeps it.
///
/// `record` is that commit, and `tip` its parent: the reviewed work. `leftOut` are the changes of the entries of that
/// work that were skipped or withheld. Its tree `files` has the user's own files with the uncommitted changes that
/// were accepted.
public record SyncedWork(
        @Nullable String record,
        @Nullable String tip,
        @Nullable String files,
        List<SkippedChange> leftOut) {
    /// Nothing was synced.
    public static final SyncedWork NONE = new SyncedWork(null, null, null, List.of());

    private static final String LEFT_OUT = "left-out ";
    private static final String WHOLE = "-";
    private static final int WORDS = 4;

    public SyncedWork {
        leftOut = List.copyOf(leftOut);
    }

    /// What was accepted of reviewed work, before it is recorded.
    public record AcceptedFiles(String files, List<SkippedChange> leftOut) {
        public AcceptedFiles {
            leftOut = List.copyOf(leftOut);
        }
    }

    /// What a record says.
    public static SyncedWork of(HostRepository repository, String record) throws SyncException, InterruptedException {
        String[] text = repository
                .untrusted()
                .line("show", "-s", "--format=%P%n%T%n%B", RefNames.object(record))
                .split("\n");
        List<SkippedChange> leftOut = new ArrayList<>();
        for (String line : text) {
            String[] words = line.split(" ", WORDS);
            if (line.startsWith(LEFT_OUT) && words.length == WORDS) {
                leftOut.add(new SkippedChange(words[1], words[WORDS - 1], hunks(words[2])));
            }
        }
        return new SyncedWork(record, RefNames.object(text[0]), RefNames.object(text[1]), leftOut);
    }

    /// Makes the commit that records a sync of this tip.
    public static String record(HostRepository repository, String tip, AcceptedFiles accepted)
            throws SyncException, InterruptedException {
        StringBuilder text = new StringBuilder("What was synced\n\n");
        for (SkippedChange each : accepted.leftOut()) {
            String hunks = each.hunks().stream().map(String::valueOf).collect(Collectors.joining(","));
            text.append(LEFT_OUT).append(each.entry()).append(' ').append(hunks.isEmpty() ? WHOLE : hunks);
            text.append(' ').append(each.path()).append('\n');
        }
        return repository.commit(accepted.files(), List.of(tip), text.toString(), "@0 +0000");
    }

    private static List<Integer> hunks(String words) {
        return words.equals(WHOLE)
                ? List.of()
                : Arrays.stream(words.split(",")).map(Integer::valueOf).toList();
    }
}
