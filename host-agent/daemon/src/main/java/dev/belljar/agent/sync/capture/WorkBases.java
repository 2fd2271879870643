package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.MergePreview;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The possible bases of the review of a sandbox into which the user pushes commits.
///
/// What the user pushed must not appear as the guest's work, so each push adds a base: what the user captured at first,
/// merged with the pushed commit. It is used as soon as the guest's HEAD contains that commit, which may be long after
/// the push (conflicts are solved in the guest), and no longer if the guest returns to an older commit, as `git rebase
/// --abort` and a restored snapshot do. Therefore the base is chosen again after every fetch.
public record WorkBases(HostRepository repository, String sandbox) {
    private static final int KEPT = 20;

    private record NumberedBase(int number, String commit) {}

    /// Adds the base for a pushed commit unless it exists.
    public void add(String head, @Nullable String branch) throws SyncException, InterruptedException {
        List<NumberedBase> known = known();
        if (known.isEmpty()) {
            known = List.of(new NumberedBase(0, WorkBase.capture(repository, sandbox)));
        }
        String newest = WorkBase.note(repository, known.getFirst().commit()).head();
        List<String> updates = new ArrayList<>(List.of("update " + RefNames.host(sandbox) + " " + head));
        NumberedBase first = known.getLast();
        updates.add("update " + ref(first));
        if (!head.equals(newest)) {
            NumberedBase added = new NumberedBase(known.getFirst().number() + 1, base(first.commit(), head, branch));
            updates.add("update " + ref(added));
            // The first one stays: the guest can always return to what it began with.
            for (NumberedBase base : known) {
                if (base.number() > 0 && base.number() <= added.number() - KEPT) {
                    updates.add("delete " + RefNames.bases(sandbox) + base.number());
                }
            }
        }
        repository.update(updates);
    }

    /// True if this commit of the project was the last one to be pushed to the sandbox.
    public boolean pushed(String commit) throws SyncException, InterruptedException {
        List<NumberedBase> known = known();
        return !known.isEmpty()
                && known.getFirst().number() > 0
                && commit.equals(
                        WorkBase.note(repository, known.getFirst().commit()).head());
    }

    /// Makes the newest base whose commit `head` contains the one that the sandbox's work is compared with.
    ///
    /// Reviews that were opened before keep the base that they were compared with, and can still be accepted.
    public void choose(@Nullable String head) throws SyncException, InterruptedException {
        List<NumberedBase> known = known();
        if (known.isEmpty() || head == null) {
            return;
        }
        String present = WorkBase.capture(repository, sandbox);
        for (NumberedBase base : known) {
            String began = WorkBase.note(repository, base.commit()).head();
            if (base.number() == 0 || (began != null && contains(head, began))) {
                if (!base.commit().equals(present)) {
                    repository.update(List.of("update " + RefNames.capture(sandbox) + " " + base.commit()));
                }
                return;
            }
        }
    }

    /// Gives a sandbox that begins with the same capture as another the other's bases, too: its guest may contain the
    /// commits that were pushed there.
    public void inherit(String capture) throws SyncException, InterruptedException {
        String prefix = RefNames.bases(sandbox);
        List<String> updates = new ArrayList<>();
        for (String first : lines("%(objectname) %(refname)", RefNames.FIRST_BASES)) {
            if (first.startsWith(capture + " ") && updates.isEmpty()) {
                String from = first.substring(first.indexOf(' ') + 1, first.length() - 1);
                for (String line : lines("%(refname) %(objectname)", from)) {
                    updates.add("update " + prefix + line.substring(from.length()));
                }
            }
        }
        if (!updates.isEmpty()) {
            repository.update(updates);
        }
    }

    private boolean contains(String head, String commit) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .tryLine("merge-base", "--is-ancestor", RefNames.object(commit), RefNames.object(head))
                .isPresent();
    }

    // The newest first.
    private List<NumberedBase> known() throws SyncException, InterruptedException {
        String prefix = RefNames.bases(sandbox);
        List<NumberedBase> known = new ArrayList<>();
        for (String line : lines("%(refname) %(objectname)", prefix)) {
            String[] words = line.split(" ");
            known.add(new NumberedBase(Integer.parseInt(words[0].substring(prefix.length())), words[1]));
        }
        known.sort(Comparator.comparingInt(NumberedBase::number).reversed());
        return known;
    }

    private String ref(NumberedBase base) throws SyncException {
        return RefNames.bases(sandbox) + base.number() + " " + base.commit();
    }

    private List<String> lines(String format, String pattern) throws SyncException, InterruptedException {
        return repository
                .git()
                .line("for-each-ref", "--format=" + format, pattern)
                .lines()
                .toList();
    }

    private String base(String first, String head, @Nullable String branch) throws SyncException, InterruptedException {
        GitRunner git = repository.untrusted();
        String index = repository.commit(repository.tree(head), List.of(head), "The index", "");
        String tree = merged(first, head);
        CaptureSummary summary = CaptureSummary.of(git, tree, head);
        CaptureNote note = new CaptureNote(
                head,
                index,
                branch,
                null,
                null,
                new CaptureNote.Counts(summary.files(), summary.uncommitted()),
                List.of());
        return repository.commit(tree, List.of(head, index), note.message(), "");
    }

    // What the user captured at first, merged with the pushed commit. Where both changed the same lines, the pushed
    // commit counts: it is the newer text by the same person.
    private String merged(String first, String head) throws SyncException, InterruptedException {
        GitRunner git = repository.untrusted().opening(List.of(), List.of(repository.objects()));
        MergePreview merge = MergePreview.of(git, first, head);
        String tree = merge.tree();
        if (tree == null || !merge.complete()) {
            return repository.tree(head);
        }
        if (merge.conflicts().isEmpty()) {
            return tree;
        }
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            GitRunner indexed = repository
                    .untrusted()
                    .with("GIT_INDEX_FILE", scratch.file("index").toString());
            indexed.line("read-tree", tree);
            indexed.check(entries(merge, head), "update-index", "--add", "--replace", "-z", "--index-info");
            return indexed.line("write-tree");
        }
    }

    private byte[] entries(MergePreview merge, String head) throws SyncException, InterruptedException {
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        Set<String> conflicts = new HashSet<>(merge.conflicts());
        String none = "0".repeat(head.length());
        for (String path : conflicts) {
            entries.writeBytes(("0 " + none + "\t" + path + "\0").getBytes(StandardCharsets.ISO_8859_1));
        }
        try (GitRecords files =
                new GitRecords(repository.untrusted(), GitRunner.LIMIT, "ls-tree", "-r", "-z", "--full-tree", head)) {
            for (String file = files.next(); file != null; file = files.next()) {
                if (conflicts.contains(file.substring(file.indexOf('\t') + 1))) {
                    entries.writeBytes((file + "\0").getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
        return entries.toByteArray();
    }
}
