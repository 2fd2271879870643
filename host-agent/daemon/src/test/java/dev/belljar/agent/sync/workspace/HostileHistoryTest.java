package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests repositories in a machine whose history is not what git shows there, or is too large: replaced objects,
/// grafts,
/// borrowed objects, many refs, forged dates, and a pack that grows when it is unpacked.
@Tag("slow")
@Timeout(300)
class HostileHistoryTest {
    private static final int REFS = 100_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture inside;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(temp);
        sync.start(project.folder());
        inside = sync.inside();
    }

    @Test
    void replacedObjectsAreFetchedAsTheyAre() throws Exception {
        inside.write("work.txt", "true\n");
        String commit = inside.commit("True");
        String shown = inside.git("hash-object", "-w", "README.md");
        inside.git("replace", inside.git("rev-parse", "HEAD:work.txt"), shown);
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.commits()).extracting(WorkCommit::id).containsExactly(commit);
        assertThat(sync.workspace().contents("s1", project.folder(), "work.txt").after())
                .isEqualTo("true\n");
    }

    @Test
    void graftsHideNoCommits() throws Exception {
        String base = inside.head();
        inside.write("first.txt", "first\n");
        String hidden = inside.commit("Hidden");
        inside.write("second.txt", "second\n");
        String shown = inside.commit("Shown");
        Files.writeString(inside.folder().resolve(".git/info/grafts"), shown + " " + base + "\n");
        assertThat(sync.plan(project.folder()).commits())
                .extracting(WorkCommit::id)
                .containsExactly(hidden, shown);
    }

    @Test
    void borrowedObjectsAreFetchedAndNothingIsBorrowedOnTheHost() throws Exception {
        GitFixture lender = GitFixture.sample(temp.resolve("lender"));
        lender.write("lent.txt", "lent\n");
        lender.commit("Lent");
        Files.writeString(
                inside.folder().resolve(".git/objects/info/alternates"),
                lender.folder().resolve(".git/objects") + "\n");
        inside.git("read-tree", lender.git("rev-parse", "HEAD^{tree}"));
        inside.git("commit", "-q", "-m", "Borrowed");
        inside.git("checkout", "-q", "-f", "HEAD");
        String commit = inside.head();
        sync.plan(project.folder());
        Files.delete(inside.folder().resolve(".git/objects/info/alternates"));
        Path bare = sync.workspace().repository(project.folder());
        assertThat(bare.resolve("objects/info/alternates")).doesNotExist();
        assertThat(project.git("--git-dir=" + bare, "show", commit + ":lent.txt"))
                .isEqualTo("lent");
    }

    @Test
    void oneHundredThousandRefsAreCut() throws Exception {
        String head = inside.head();
        StringBuilder packed = new StringBuilder("# pack-refs with: peeled fully-peeled sorted \n");
        for (int i = 0; i < REFS; i++) {
            packed.append(head).append(" refs/heads/b%06d%n".formatted(i));
        }
        Files.writeString(inside.folder().resolve(".git/packed-refs"), packed);
        inside.write("work.txt", "work\n");
        assertThat(sync.plan(project.folder()).diff().files()).hasSize(1);
        assertThat(refs().lines().count()).isLessThan(1_100);
    }

    @Test
    void controlCharactersInNamesOfRefsReachNoRef() throws Exception {
        String tree = inside.git("rev-parse", "HEAD^{tree}");
        String head = inside.head();
        String script = "printf 'head " + head + "\\ntree " + tree + "\\nref " + head
                + " refs/heads/\\033[31m\\007evil\\nref " + head + " refs/heads/../../config\\n\\n'; cd '"
                + inside.folder() + "'; git pack-objects -q --stdout < /dev/null";
        sync.workspace().plan("s1", "shop", project.folder(), new ScriptedGuest(temp, script));
        assertThat(refs().lines())
                .allMatch(name -> name.matches("refs/(sandbox/s1/[A-Za-z0-9/._-]*|belljar/s1/"
                        + "(capture|planned/review/[0-9]{12}/(tip|base)))"))
                .anyMatch(name -> name.endsWith("0-unnamed"));
    }

    @Test
    void aPackThatGrowsToSixteenGibibytesIsRefused() throws Exception {
        Files.write(temp.resolve("bomb"), DeltaPack.bomb());
        String tree = inside.git("rev-parse", "HEAD^{tree}");
        String script =
                "printf 'head " + inside.head() + "\\ntree " + tree + "\\n\\n'; cat '" + temp.resolve("bomb") + "'";
        String before = refs();
        assertThatThrownBy(() -> sync.workspace().plan("s1", "shop", project.folder(), new ScriptedGuest(temp, script)))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.REFUSED));
        assertThat(refs()).isEqualTo(before);
        assertThat(sync.plan(project.folder()).upToDate()).isTrue();
    }

    @Test
    void forgedDatesAndNamesAreShownWithinLimits() throws Exception {
        String text = "tree " + inside.git("rev-parse", "HEAD^{tree}") + "\nparent " + inside.head()
                + "\nauthor \u001b[2J\u202eEvil <e@x> 99999999999999 +9999\ncommitter E <e@x> 99999999999999 -9999\n\n"
                + "Subject\u0007\n\nauthor Other <o@x> 1 +0000\n";
        String commit = inside.git(
                        text.getBytes(StandardCharsets.UTF_8),
                        "hash-object",
                        "-t",
                        "commit",
                        "-w",
                        "--literally",
                        "--stdin")
                .text()
                .strip();
        inside.git("update-ref", "refs/heads/main", commit);
        WorkCommit shown = sync.plan(project.folder()).commits().getLast();
        assertThat(shown.id()).isEqualTo(commit);
        assertThat(shown.author()).doesNotContain("\u001b", "\u202e");
        assertThat(shown.subject()).isEqualTo("Subject?");
        assertThat(shown.time()).isBetween(0L, 9_999_999_999_000L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                A> no address at all                     | badName
                A> <a@x> 1 +0000                         | badName
                <a@x> 99999999999999999999 +0000         | missingNameBeforeEmail
                A<a@x> 99999999999999999999 +0000        | missingSpaceBeforeEmail
                A <a@x> 099999999999999999999 +0000      | zeroPaddedDate
                """)
    void anErrorBeforeAnImpossibleDateDoesNotHideIt(String author, String error) throws Exception {
        forge(author);
        assertThatThrownBy(() -> sync.plan(project.folder()))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining(error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A <a@x>99999999999999999999 +0000",
                "A <a@x> 1 > 99999999999999999999 +0000",
                "A <a@x> 1 nowhere",
                "A <a@x> 1 +051800"
            })
    void aForgivenErrorOfADateIsRewrittenAsNoDate(String author) throws Exception {
        inside.write("Makefile", "all:\n").write("work.txt", "work\n").commit("Add both");
        forge(author);
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.commits().getLast().time()).isBetween(0L, 9_999_999_999_000L);
        var _ = sync.accept(project.folder(), plan);
        assertThat(project.git("cat-file", "commit", "belljar/shop"))
                .contains("author Unknown <unknown@localhost> 0 +0000\n");
        assertThat(project.tried("fsck", "--strict").exit()).isZero();
    }

    // Gives the newest commit this author.
    private void forge(String author) throws Exception {
        String text = "tree " + inside.git("rev-parse", "HEAD^{tree}") + "\nparent " + inside.head() + "\nauthor "
                + author + "\ncommitter C <c@x> 1 +0000\n\nForged\n";
        byte[] id = inside.git(
                        text.getBytes(StandardCharsets.UTF_8),
                        "hash-object",
                        "-t",
                        "commit",
                        "-w",
                        "--literally",
                        "--stdin")
                .out();
        inside.git("update-ref", "HEAD", new String(id, StandardCharsets.US_ASCII).strip());
    }

    @Test
    void aWorkspaceThatChangesWhileItIsReadGivesCompleteWorkOrAReason() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> change(over));
        try {
            for (int i = 0; i < 5; i++) {
                whole();
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertThat(sync.plan(project.folder()).commit()).isNotEmpty();
    }

    private void whole() throws Exception {
        String commit;
        try {
            commit = sync.plan(project.folder()).commit();
        } catch (SyncException e) {
            // A file that disappears while the machine's git reads it ends that git.
            assertThat(e.code()).isIn(SyncException.REFUSED, SyncException.GIT);
            assertThat(e).hasMessageContaining("guest");
            return;
        }
        Path bare = sync.workspace().repository(project.folder());
        assertThat(project.tried("--git-dir=" + bare, "rev-list", "--objects", "--quiet", commit)
                        .exit())
                .isZero();
    }

    // Files appear, grow and disappear, and folders become files.
    private void change(AtomicBoolean over) {
        try {
            for (int i = 0; !over.get(); i++) {
                Path file = inside.folder().resolve("moving/f" + i % 50);
                Files.createDirectories(file.getParent());
                Files.writeString(file, "x".repeat(i % 5_000));
                Files.deleteIfExists(inside.folder().resolve("moving/f" + (i + 25) % 50));
                if (i % 200 == 0) {
                    inside.tried("add", "-A");
                    inside.tried("commit", "-q", "-m", "Moving");
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException("the workspace could not be changed", e);
        }
    }

    private String refs() throws Exception {
        return project.git(
                "--git-dir=" + sync.workspace().repository(project.folder()), "for-each-ref", "--format=%(refname)");
    }
}
