package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that reviewing work with impossible paths or very many changes needs little memory and few processes,
/// and that the other work is not withheld.
@Tag("slow")
class HostilePathsTest {
    private static final int LONG = 1_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private RawObjects objects;

    @SuppressWarnings("NullAway.Init")
    private ScriptedGuest guest;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(temp);
        sync.start(project.folder());
        objects = new RawObjects(sync.inside());
        guest = new ScriptedGuest(temp);
    }

    @Test
    void pathsTooLongForADiskFitIntoASmallHeap() throws Exception {
        handOver(hostile(40));
        try (AnotherJvm jvm = AnotherJvm.of(
                ReviewingJvm.class, temp, temp.toString(), project.folder().toString())) {
            jvm.awaitWord("reviewed 43 complete true");
        }
    }

    /// Attributes that are not UTF-8, of the largest size that git accepts, in work without a commit: they
    /// are not kept in memory.
    @Test
    void largeAttributesFitIntoASmallHeap() throws Exception {
        byte[] attributes = new byte[31 << 20];
        Arrays.fill(attributes, (byte) 0xFF);
        for (int i = 999; i < attributes.length; i += 1_000) {
            attributes[i] = '\n';
        }
        Files.write(sync.inside().folder().resolve(".gitattributes"), attributes);
        String blob = sync.inside().git("hash-object", "-w", "--no-filters", ".gitattributes");
        guest.handOverTree(sync.inside(), objects.tree(RawObjects.entry("100644", ".gitattributes", blob)));
        // The options of the host agent: a lack of memory ends the process.
        List<String> options = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        try (AnotherJvm jvm = AnotherJvm.of(
                ReviewingJvm.class,
                temp,
                options,
                temp.toString(),
                project.folder().toString())) {
            jvm.awaitWord("reviewed 4 ");
        }
    }

    @Test
    void pathsTooLongForADiskAreShownCutAndNeverSynced() throws Exception {
        String commit = handOver(hostile(2));

        SyncPlan plan = plan();

        List<FileChange> refused = plan.diff().files().stream()
                .filter(file -> String.valueOf(file.risk()).startsWith("it is never synced"))
                .toList();
        assertThat(refused).hasSize(4).allMatch(file -> file.path().length() < 1_000);
        assertThat(refused)
                .extracting(FileChange::risk)
                .contains(
                        "it is never synced: the path is longer than 4096 bytes",
                        "it is never synced: a name in the path is longer than 255 bytes",
                        "it is never synced: the path is more than 256 levels deep");
        assertThat(plan.diff().files()).extracting(FileChange::path).contains("fine.txt");
        List<ReviewEntry> entries =
                sync.workspace().review("s1", "shop", project.folder(), guest).entries();
        assertThat(entries.getLast().files()).containsAll(refused);
        assertThatThrownBy(() -> sync.workspace()
                        .hunks(
                                "s1",
                                project.folder(),
                                new ReadHunks(
                                        entries.getLast().id(),
                                        refused.getFirst().path())))
                .hasMessageContaining("is not changed in this entry");
        var result = sync.accept(
                project.folder(), plan, refused.stream().map(FileChange::path).toArray(String[]::new));
        assertThat(result.withheld()).hasSize(4);
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .isEqualTo(".gitignore\nREADME.md\nfine.txt\nsrc/main.c");
        String ref = sync.workspace().salvage("s1", project.folder(), guest).orElseThrow();
        assertThat(bare("rev-parse", ref)).isEqualTo(commit);
    }

    @Test
    void contentsOfAPathTooLongForADiskAreRefused() {
        assertThatThrownBy(() -> sync.workspace().contents("s1", project.folder(), "a/".repeat(100_000) + "b"))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.REFUSED))
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(500));
    }

    @Test
    void listingOfManyLongPathsIsCutAndMarkedIncomplete() throws Exception {
        String blob = objects.blob("x\n");
        List<byte[]> entries = new ArrayList<>();
        for (int i = 0; i < 19_000; i++) {
            entries.add(RawObjects.entry("100644", "%05d".formatted(i) + "\u0301".repeat(120), blob));
        }
        String files = objects.tree(entries.toArray(byte[][]::new));
        handOver(withSample(List.of(RawObjects.entry("40000", "d".repeat(250), files))));
        SyncPlan plan = plan();
        assertThat(plan.diff().complete()).isFalse();
        long shown = plan.diff().files().stream()
                .mapToLong(file -> file.path().length())
                .sum();
        assertThat(shown).isLessThan(17L << 20);
    }

    @Test
    void reviewOfManyLinksStartsAsManyProcessesAsOneOfFew() throws Exception {
        assertThat(startsWithLinks(3_000)).isEqualTo(startsWithLinks(3));
    }

    @Test
    void stalledReviewDoesNotBlockOthers() throws Exception {
        links(3);
        Path begun = temp.resolve("begun");
        Path go = temp.resolve("go");
        Path home = launching("case \" $* \" in *' cat-file --batch-command '*|*' cat-file -s '*)\n" + "touch '" + begun
                + "'; while [ ! -e '" + go + "' ]; do sleep 0.05; done;; esac\n");
        try (AnotherJvm jvm = AnotherJvm.installed(
                ReviewingJvm.class,
                home,
                temp.toString(),
                project.folder().toString(),
                begun.toString(),
                go.toString())) {
            jvm.awaitWord("captured");
            jvm.awaitWord("plan of 3");
        }
    }

    private int startsWithLinks(int count) throws Exception {
        links(count);
        Path starts = temp.resolve("starts" + count);
        Path home = launching("echo start >> '" + starts + "'\n");
        try (AnotherJvm jvm = AnotherJvm.installed(
                ReviewingJvm.class, home, temp.toString(), project.folder().toString())) {
            jvm.awaitWord("reviewed " + count);
        }
        return Files.readAllLines(starts).size();
    }

    // Makes links with different targets, so that each has to be read.
    private void links(int count) throws Exception {
        List<byte[]> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(RawObjects.entry("120000", "l%05d".formatted(i), objects.blob("target" + i)));
        }
        handOver(withSample(entries));
    }

    private String handOver(String tree) throws Exception {
        String commit = objects.commit(tree);
        guest.handOver(sync.inside(), commit);
        return commit;
    }

    private SyncPlan plan() throws Exception {
        return sync.workspace().plan("s1", "shop", project.folder(), guest);
    }

    // A tree with the sample's files before and after these.
    private String withSample(List<byte[]> entries) throws Exception {
        List<byte[]> all = new ArrayList<>();
        all.add(RawObjects.entry("100644", ".gitignore", project.git("rev-parse", "HEAD:.gitignore")));
        all.add(RawObjects.entry("100644", "README.md", project.git("rev-parse", "HEAD:README.md")));
        all.addAll(entries);
        all.add(RawObjects.entry("40000", "src", project.git("rev-parse", "HEAD:src")));
        return objects.tree(all.toArray(byte[][]::new));
    }

    /// `fine.txt`, one path of 2,000 folders below a long name, one of 300 folders, and names of a megabyte. The name
    /// above the folders is shorter: the guest's own git goes through all of it once for each of them.
    private String hostile(int longNames) throws Exception {
        String blob = objects.blob("fine\n");
        List<byte[]> entries = new ArrayList<>();
        entries.add(RawObjects.entry("40000", "a".repeat(LONG / 20), nested("refs", 2_000, blob)));
        for (int i = 0; i < longNames - 1; i++) {
            entries.add(RawObjects.entry("100644", "b".repeat(LONG) + "%02d".formatted(i), blob));
        }
        entries.add(RawObjects.entry("100644", "c".repeat(300), blob));
        entries.add(RawObjects.entry("40000", "d", nested("d", 300, blob)));
        entries.add(RawObjects.entry("100644", "fine.txt", blob));
        return withSample(entries);
    }

    private String nested(String name, int depth, String blob) throws Exception {
        String tree = objects.tree(RawObjects.entry("100644", "f", blob));
        for (int i = 0; i < depth; i++) {
            tree = objects.tree(RawObjects.entry("40000", name, tree));
        }
        return tree;
    }

    // Makes an installation whose launcher runs these shell commands before it starts a git that reads a
    // machine's work. A confined command cannot see programs of a test, and could leave no trace.
    private Path launching(String first) throws Exception {
        ConfinementLauncher real = ConfinementLauncher.here();
        Path home = temp.resolve("installation");
        ConfinementLauncher own = ConfinementLauncher.in(home);
        Files.createDirectories(own.program().getParent());
        Files.writeString(own.program(), "#!/bin/sh\n" + first + "exec '" + real.program() + "' \"$@\"\n");
        Files.setPosixFilePermissions(own.program(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.copy(real.privateMemory(), own.privateMemory(), StandardCopyOption.REPLACE_EXISTING);
        return home;
    }

    private String bare(String... words) throws Exception {
        String[] all = new String[words.length + 1];
        all[0] = "--git-dir=" + sync.workspace().repository(project.folder());
        System.arraycopy(words, 0, all, 1, words.length);
        return project.git(all);
    }
}
