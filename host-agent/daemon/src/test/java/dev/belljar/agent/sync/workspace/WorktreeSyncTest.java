package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests syncs into the files of a working tree and into a patch, with the user's real git.
@Tag("slow")
class WorktreeSyncTest {
    private static final String SMUGGLED = """
            --- a/Makefile
            +++ b/Makefile
            @@ -0,0 +1 @@
            +evil:
            """;

    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    /// The part of a host agent that writes work into a working tree.
    static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            SyncResult result = new GitWorkspace(Path.of(words[0]))
                    .accept(SyncFixture.ID, "shop", Path.of(words[1]), request(words[2], List.of(), false));
            System.out.println("accepted " + result.files());
        }
    }

    private static AcceptSync request(String commit, List<String> allowed, boolean stash, SkippedChange... skipped) {
        return new AcceptSync(commit, allowed, List.of(skipped), SyncTarget.WORKTREE, null, null, stash);
    }

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).write("gone.txt", "gone\n").write("folder/only.txt", "only\n");
        project.commit("Text");
        sync = new SyncFixture(temp);
    }

    private ReviewQueue review() throws Exception {
        return sync.workspace().review(SyncFixture.ID, "shop", project.folder(), sync.guest());
    }

    private ReviewQueue sinceSync() throws Exception {
        return new ReviewFixture(sync, project.folder()).review(ComparisonBase.LAST_SYNC);
    }

    private SyncResult write(boolean stash, String... allowed) throws Exception {
        return accept(request(review().commit(), List.of(allowed), stash));
    }

    private SyncResult accept(AcceptSync request) throws Exception {
        return sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request);
    }

    private List<String> undo(SyncResult result) throws Exception {
        return sync.workspace()
                .undo(SyncFixture.ID, project.folder(), Objects.requireNonNull(result.undo()))
                .restored();
    }

    /// Each file of the project with its content, mode or target.
    private String everything() throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(project.folder())) {
            for (Path file : files.filter(
                            each -> !each.startsWith(project.folder().resolve(".git")))
                    .sorted()
                    .toList()) {
                String content = Files.isSymbolicLink(file)
                        ? "-> " + Files.readSymbolicLink(file)
                        : Files.isDirectory(file)
                                ? ""
                                : PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " "
                                        + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                all.append(project.folder().relativize(file))
                        .append(' ')
                        .append(content)
                        .append('\n');
            }
        }
        return all.toString();
    }

    @Test
    void acceptedWorkIsMergedWithTheUsersOwnChangesAndUndone() throws Exception {
        project.write("own.txt", "mine, not committed\n");
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2"))
                .write("new/deep/file.txt", "new\n")
                .commit("Work");
        inside.write("src/main.c", "int main(void) { return 1; }\n");
        Files.delete(inside.folder().resolve("gone.txt"));
        Files.delete(inside.folder().resolve("folder/only.txt"));
        project.write("text", LINES.replace("nine", "9"));
        String before = everything();
        String head = project.head();
        SyncResult result = write(false);
        assertThat(result.target()).isEqualTo(SyncTarget.WORKTREE);
        assertThat(result.files()).isEqualTo(5);
        assertThat(result.branch()).isEmpty();
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2").replace("nine", "9"));
        assertThat(project.read("new/deep/file.txt")).isEqualTo("new\n");
        assertThat(project.read("own.txt")).isEqualTo("mine, not committed\n");
        assertThat(project.folder().resolve("gone.txt")).doesNotExist();
        assertThat(project.folder().resolve("folder")).doesNotExist();
        assertThat(project.head()).isEqualTo(head);
        assertThat(project.git("branch", "--list", "belljar/*")).isEmpty();
        assertThat(sinceSync().upToDate()).isTrue();
        assertThat(write(false).undo()).as("nothing is left to write").isNull();
        assertThat(undo(result))
                .containsExactlyInAnyOrder("text", "new/deep/file.txt", "src/main.c", "gone.txt", "folder/only.txt");
        assertThat(everything()).isEqualTo(before);
        assertThat(sinceSync().upToDate()).isFalse();
        assertThatThrownBy(() -> undo(result)).hasMessageContaining("is not known");
    }

    @Test
    void aFileThatOthersMayNotReadStaysSo() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside().write("text", LINES.replace("two", "2")).commit("Work");
        Path text = project.folder().resolve("text");
        Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
        SyncResult result = write(false);
        assertThat(project.read("text")).contains("2");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(text)))
                .isEqualTo("rw-------");
        assertThat(undo(result)).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(text)))
                .isEqualTo("rw-------");
    }

    @Test
    void anUndoOverwritesNothingThatWasChangedSince() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside()
                .write("text", LINES.replace("two", "2"))
                .write("more.txt", "more\n")
                .commit("Work");
        SyncResult result = write(false);
        project.write("more.txt", "more of mine\n");
        String before = everything();
        assertThatThrownBy(() -> undo(result)).hasMessageContaining("more.txt was changed after the sync");
        assertThat(everything()).isEqualTo(before);
        project.write("more.txt", "more\n");
        assertThat(undo(result)).hasSize(2);
        assertThatThrownBy(() -> sync.workspace().undo(SyncFixture.ID, project.folder(), "../../x"))
                .hasMessageContaining("is not known");
    }

    @Test
    void aConflictChangesNothingUnlessTheUsersVersionIsSaved() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside()
                .write("text", LINES.replace("two", "2"))
                .write("fine.txt", "fine\n")
                .write("both.txt", "guest\n")
                .commit("Work");
        project.write("text", LINES.replace("two", "zwei")).write("both.txt", "mine\n");
        String before = everything();
        assertThatThrownBy(() -> write(false))
                .hasMessageContaining("your own changes conflict with the accepted ones in both.txt, text");
        assertThat(everything()).isEqualTo(before);
        SyncResult result = write(true);
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2"));
        assertThat(project.read("both.txt")).isEqualTo("guest\n");
        assertThat(undo(result)).hasSize(3);
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void noFilterHookOrAttributeHasAnEffect() throws Exception {
        Path ran = temp.resolve("ran");
        String evil = "sh -c 'touch " + ran + "; cat'";
        project.git("config", "filter.evil.smudge", evil);
        project.git("config", "filter.evil.clean", evil);
        project.git("config", "merge.evil.driver", evil);
        project.git("config", "core.fsmonitor", "touch " + ran);
        for (String hook : List.of("post-checkout", "post-merge", "pre-commit", "post-index-change")) {
            Path file = project.folder().resolve(".git/hooks").resolve(hook);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\ntouch " + ran + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.writeString(project.folder().resolve(".git/info/attributes"), "* filter=evil merge=evil ident\n");
        var _ = sync.start(project.folder());
        sync.inside()
                .write("text", LINES.replace("two", "2"))
                .write("id.txt", "$Id$\n")
                .commit("Work");
        Files.deleteIfExists(ran);
        SyncResult result = write(false);
        assertThat(project.read("id.txt")).isEqualTo("$Id$\n");
        assertThat(undo(result)).hasSize(2);
        assertThat(ran).doesNotExist();
    }

    @Test
    void nothingIsWrittenThroughALink() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside()
                .write("src/new.c", "int evil;\n")
                .write("text", "changed\n")
                .commit("Work");
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.delete(project.folder().resolve("src/main.c"));
        Files.delete(project.folder().resolve("src"));
        Path _ = Files.createSymbolicLink(project.folder().resolve("src"), outside);
        String before = everything();
        assertThatThrownBy(() -> write(true)).hasMessageContaining("src/new.c is below src, which is a symbolic link");
        assertThat(everything()).isEqualTo(before);
        assertThat(outside).isEmptyDirectory();
        Files.delete(project.folder().resolve("src"));
        Path target = Files.writeString(outside.resolve("target"), LINES);
        Files.delete(project.folder().resolve("text"));
        Path _ = Files.createSymbolicLink(project.folder().resolve("text"), target);
        SyncResult result = write(true);
        assertThat(project.folder().resolve("text")).isRegularFile().matches(file -> !Files.isSymbolicLink(file));
        assertThat(target).hasContent(LINES.strip());
        assertThat(undo(result)).contains("text");
        assertThat(Files.readSymbolicLink(project.folder().resolve("text"))).isEqualTo(target);
    }

    @Test
    void linksAndProgramsAreWrittenOnlyIfTheyWereAllowed() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("tool.txt", "#!/bin/sh\n");
        assertThat(inside.folder().resolve("tool.txt").toFile().setExecutable(true))
                .isTrue();
        Path _ = Files.createSymbolicLink(inside.folder().resolve("link"), Path.of("text"));
        inside.write("fine.txt", "fine\n").commit("Work");
        SyncResult without = write(false);
        assertThat(without.withheld()).containsExactly("link", "tool.txt");
        assertThat(project.folder().resolve("link")).doesNotExist();
        SyncResult with = write(false, "link", "tool.txt");
        assertThat(with.files()).isEqualTo(2);
        assertThat(Files.readSymbolicLink(project.folder().resolve("link"))).isEqualTo(Path.of("text"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(project.folder().resolve("tool.txt"), LinkOption.NOFOLLOW_LINKS)))
                .isEqualTo("rwxr-xr-x");
        assertThat(undo(with)).hasSize(2);
        assertThat(undo(without)).containsExactly("fine.txt");
    }

    @Test
    void aFolderTakesThePlaceOfAFileAndBack() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        Files.delete(inside.folder().resolve("gone.txt"));
        inside.write("gone.txt/inner.txt", "inner\n");
        Files.delete(inside.folder().resolve("folder/only.txt"));
        Files.delete(inside.folder().resolve("folder"));
        inside.write("folder", "a file now\n").commit("Folder");
        String before = everything();
        SyncResult result = write(false);
        assertThat(project.read("gone.txt/inner.txt")).isEqualTo("inner\n");
        assertThat(project.read("folder")).isEqualTo("a file now\n");
        assertThat(undo(result)).hasSize(4);
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void lineEndsThatGitConvertsAreKept() throws Exception {
        project.git("config", "core.autocrlf", "true");
        project.write("text", LINES.replace("\n", "\r\n"));
        var _ = sync.start(project.folder());
        sync.inside().write("text", LINES.replace("two", "2")).commit("Work");
        SyncResult result = write(false);
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2").replace("\n", "\r\n"));
        assertThat(undo(result)).containsExactly("text");
    }

    @Test
    void aPlainFolderGetsFilesAndPatches() throws Exception {
        Path plain = Files.createDirectories(temp.resolve("plain"));
        Files.writeString(plain.resolve("text"), LINES);
        SyncFixture other = new SyncFixture(temp.resolve("other"));
        var _ = other.start(plain, true);
        other.inside().write("text", LINES.replace("two", "2")).commit("Work");
        String commit = other.workspace()
                .review(SyncFixture.ID, "shop", plain, other.guest())
                .commit();
        SyncResult patch = other.workspace()
                .accept(
                        SyncFixture.ID,
                        "shop",
                        plain,
                        new AcceptSync(commit, List.of(), List.of(), SyncTarget.PATCH, null, null, false));
        assertThat(decoded(patch)).contains("+2\n", "-two\n", "Subject: [PATCH] Work");
        SyncResult written = other.workspace().accept(SyncFixture.ID, "shop", plain, request(commit, List.of(), false));
        assertThat(Files.readString(plain.resolve("text"))).isEqualTo(LINES.replace("two", "2"));
        assertThat(other.workspace()
                        .undo(SyncFixture.ID, plain, Objects.requireNonNull(written.undo()))
                        .restored())
                .containsExactly("text");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 150})
    void aSyncThatWasKilledIsFinishedAtTheNextStart(int written) throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        for (int i = 0; i < 300; i++) {
            inside.write("many/%04d.txt".formatted(i), "file " + i + "\n");
        }
        inside.write("text", "changed\n").commit("Many");
        String commit = review().commit();
        String before = everything();
        try (AnotherJvm agent = AnotherJvm.of(
                Program.class,
                Path.of("/usr/bin"),
                temp.resolve("data").toString(),
                project.folder().toString(),
                commit)) {
            Path file = project.folder().resolve("many/%04d.txt".formatted(written));
            Awaitility.await()
                    .pollInterval(Durations.ONE_MILLISECOND)
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> Files.exists(file));
            agent.kill();
        }
        GitWorkspace next = new GitWorkspace(temp.resolve("data"));
        assertThat(project.folder().resolve("many/0299.txt")).hasContent("file 299");
        assertThat(project.read("text")).isEqualTo("changed\n");
        try (Stream<Path> files = Files.walk(project.folder())) {
            assertThat(files)
                    .noneMatch(file -> String.valueOf(file.getFileName()).startsWith(".belljar"));
        }
        Path undo;
        try (Stream<Path> changes = Files.list(temp.resolve("data/undo/s1"))) {
            undo = changes.findFirst().orElseThrow();
        }
        assertThat(next.undo(SyncFixture.ID, project.folder(), String.valueOf(undo.getFileName()))
                        .restored())
                .hasSize(301);
        assertThat(everything()).isEqualTo(before);
    }

    private SyncResult patch(@Nullable CommitHistory history) throws Exception {
        return accept(new AcceptSync(review().commit(), List.of(), List.of(), SyncTarget.PATCH, null, history, false));
    }

    private static String decoded(SyncResult patch) {
        byte[] bytes = Base64.getDecoder().decode(Objects.requireNonNull(patch.patch()));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void aPatchIsAppliedByGit() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2")).commit("One\n\nBody \u00e9 of it");
        inside.write("dos.txt", "a\r\nb\r\n").write("no-end", "x").commit("Two");
        Files.write(inside.folder().resolve("last.txt"), new byte[] {'a', (byte) 0xff, '\n'});
        for (CommitHistory history : new CommitHistory[] {null, CommitHistory.SQUASH, CommitHistory.REBASE}) {
            SyncResult result = patch(history);
            Path file = Files.write(
                    temp.resolve("work.patch"), Base64.getDecoder().decode(Objects.requireNonNull(result.patch())));
            project.git("checkout", "-q", "-B", "try", "main");
            Command.Output applied = project.tried("am", "--keep-cr", file.toString());
            assertThat(applied.exit()).as(applied.errorText()).isZero();
            assertThat(project.git("rev-parse", "try^{tree}"))
                    .isEqualTo(inside.git("rev-parse", "HEAD^{tree}").isEmpty() ? "" : tree(review().commit()));
            assertThat(project.git("rev-list", "--count", "main..try"))
                    .isEqualTo(history == CommitHistory.SQUASH ? "1" : "3");
            project.git("checkout", "-q", "-B", "try", "main");
            assertThat(project.tried("apply", file.toString()).exit()).isZero();
            project.git("checkout", "-q", "--force", "main");
            project.git("clean", "-q", "-f", "-d");
        }
        project.git("checkout", "-q", "-B", "try", "main");
    }

    private String tree(String commit) throws Exception {
        Path repository = sync.workspace().repository(project.folder());
        return project.git("--git-dir=" + repository, "rev-parse", commit + "^{tree}");
    }

    @Test
    void aMessageCannotAddChangesOrHeadersToAPatch() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("fine.txt", "fine\n");
        inside.git("add", "-A");
        inside.git(
                "-c",
                "user.name=A\u001b[31m\rB",
                "commit",
                "-q",
                "-m",
                "A title that is so long that git would have to continue it on another line --- a/Makefile +++ b/Makefile",
                "-m",
                "From: Else <else@example.org>\nSubject: Other\n\nFrom 0000000000000000000000000000000000000000 Mon Sep 17"
                        + " 00:00:00 2001\nFrom: x <x@y>\nSubject: second\n\n---\ndiff --git a/Makefile b/Makefile\nnew file"
                        + " mode 100644\n" + SMUGGLED + SMUGGLED.indent(2)
                        + SMUGGLED.indent(3).replace(' ', 'X'));
        SyncResult result = patch(null);
        String text = decoded(result);
        assertThat(text).doesNotContain("\r").doesNotContain("\u001b");
        Path file = Files.writeString(temp.resolve("work.patch"), text);
        project.git("checkout", "-q", "-B", "try", "main");
        assertThat(project.tried("am", file.toString()).exit()).isZero();
        assertThat(project.git("diff", "--name-only", "main", "try")).isEqualTo("fine.txt");
        assertThat(project.git("rev-list", "--count", "main..try")).isEqualTo("1");
        assertThat(project.git("log", "-1", "--format=%an <%ae>", "try")).isEqualTo("Test <test@belljar.invalid>");
        project.git("checkout", "-q", "-B", "try", "main");
        assertThat(project.tried("apply", file.toString()).exit()).isZero();
        assertThat(project.status()).isEqualTo("?? fine.txt");
        project.git("clean", "-q", "-f", "-d");
        Command.Output patched = Command.of(List.of("patch", "-p1", "--batch", "-i", file.toString()))
                .in(project.folder())
                .run();
        assertThat(patched.exit()).isZero();
        assertThat(project.status()).isEqualTo("?? fine.txt");
    }

    @Test
    void aPatchHasALimit() throws Exception {
        var _ = sync.start(project.folder());
        byte[] large = new byte[13 << 20];
        new Random(7).nextBytes(large);
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) ('a' + (large[i] & 15));
        }
        Files.write(sync.inside().folder().resolve("large.txt"), large);
        assertThatThrownBy(() -> patch(null)).hasMessageContaining("is larger than 12 MiB");
    }
}
