package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What must be known about a set of changes before one of them can be judged: the folders that git would take for
/// repositories, the names around new paths, and the findings in the new contents.
public final class ChangeFindings {
    private static final int MOST = 5_000_000;

    private final EmbeddedRepositories embedded = new EmbeddedRepositories();
    private final TreeNames names;
    private final Map<String, CharacterScanner.Finding> texts;

    /// The findings for changes to an empty tree.
    ChangeFindings(List<RawChange> changes, Map<String, CharacterScanner.Finding> texts) {
        this.names = TreeNames.of(changes);
        this.texts = Map.copyOf(texts);
        embedded.add(changes);
    }

    /// The findings for these changes to what the commit `base` holds.
    public static ChangeFindings of(
            GitRunner git, OperationDeadline deadline, CharacterScanner scanner, String base, List<RawChange> changes)
            throws SyncException, InterruptedException {
        Set<String> contents = changes.stream()
                .filter(change -> change.newMode().startsWith("100"))
                .map(RawChange::newId)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        ChangeFindings findings = new ChangeFindings(changes, scanner.scan(contents));
        int seen = 0;
        try (GitRecords paths = new GitRecords(
                git, deadline.left(), "ls-tree", "-r", "-z", "--name-only", "--full-tree", RefNames.object(base))) {
            for (String record = paths.next(); record != null; record = paths.next()) {
                if (++seen > MOST) {
                    throw SyncFaults.refused(
                            "more than " + MOST + " files: too many to review", "Add build output to .gitignore.");
                }
                GitPath path = new GitPath(record);
                List<String> folded = path.folded();
                findings.embedded.add(folded);
                findings.names.before(path, folded);
            }
        }
        return findings;
    }

    EmbeddedRepositories embedded() {
        return embedded;
    }

    TreeNames names() {
        return names;
    }

    /// The finding for a content, null if there is none.
    CharacterScanner.@Nullable Finding text(String id) {
        return texts.get(id);
    }
}
