package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that no object of a malicious pack is added to the host's repository.
@Tag("slow")
class HostileGuestTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(
                temp,
                new GitWorkspace(
                        temp.resolve("data"),
                        new FetchLimits(8 << 20, 100 << 20, StallLimit.USUAL),
                        ObjectQuota.NONE,
                        ConfinementLauncher.here()));
        sync.start(project.folder());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git",
                ".GIT",
                ".Git",
                "git~1",
                "GIT~1",
                ".git ",
                ".git.",
                ".g\u200cit",
                "..",
                ".",
                "/etc/passwd",
                "a/b",
                ""
            })
    void treeWithANameThatEscapesIsRefused(String name) throws Exception {
        String blob = blob("evil\n");
        String tree = tree("100644", name, blob);
        String commit = commit(tree);
        refused();
        assertThat(has(commit)).isFalse();
        assertThat(has(tree)).isFalse();
    }

    @Test
    void handMadeTreeWithAnOrdinaryNameIsAccepted() throws Exception {
        String commit = commit(tree("100644", "fine", blob("fine\n")));
        assertThat(sync.plan(project.folder()).commits())
                .extracting(WorkCommit::id)
                .containsExactly(commit);
        assertThat(has(commit)).isTrue();
    }

    @Test
    void salvageRefusesWhatASyncWouldRefuse() throws Exception {
        commit(tree("100644", ".git", blob("evil\n")));
        assertThatThrownBy(() -> sync.workspace().salvage("s1", project.folder(), sync.guest()))
                .hasMessageContaining("hasDotgit");
    }

    /// Git ends at the tree, and the bytes after it are not read.
    @Test
    void theReasonOfGitIsReportedWhenItEndsEarly() throws Exception {
        byte[] noise = new byte[20_000];
        new Random(7).nextBytes(noise);
        Files.write(sync.inside().folder().resolve("noise"), noise);
        String blob = sync.inside().git("hash-object", "-w", "noise");
        String tree = tree("100644", ".git", blob);
        String script = "printf 'tree " + tree + "\\n\\n'; cd '" + sync.inside().folder() + "'; echo " + tree
                + " | git pack-objects -q --revs --stdout > ../pack; head -c 16000 ../pack; sleep 2;"
                + " tail -c +16001 ../pack";
        assertThatThrownBy(() -> planWith(script)).hasMessageContaining("hasDotgit");
        assertThat(has(tree)).isFalse();
    }

    @Test
    void folderCalledGitFurtherDownIsRefused() throws Exception {
        String hooks = tree("100755", "post-checkout", blob("#!/bin/sh\nevil\n"));
        String git = tree("40000", ".Git", tree("40000", "hooks", hooks));
        commit(tree("40000", "sub", git));
        refused();
    }

    @Test
    void submoduleConfigurationThatExecutesIsRefused() throws Exception {
        String evil = """
            [submodule "x"]
                path = x
                url = -u./payload
            [submodule "../../escape"]
                path = y
                url = https://example.org/y
            """;
        commit(tree("100644", ".gitmodules", blob(evil)));
        refused();
    }

    @Test
    void submoduleConfigurationThatIsALinkIsRefused() throws Exception {
        commit(tree("120000", ".gitmodules", blob("/etc/passwd")));
        refused();
    }

    @Test
    void sameNameTwiceIsRefused() throws Exception {
        String blob = blob("x\n");
        byte[] one = entry("100644", "same", blob);
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.writeBytes(one);
        twice.writeBytes(one);
        commit(object("tree", twice.toByteArray()));
        refused();
    }

    @Test
    void linkThatLeavesTheProjectIsWithheld() throws Exception {
        Files.createSymbolicLink(sync.inside().folder().resolve("passwd"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(sync.inside().folder().resolve("src/up"), Path.of("../../up"));
        Files.createSymbolicLink(sync.inside().folder().resolve("src/fine"), Path.of("../README.md"));
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.diff().files())
                .extracting(FileChange::risk)
                .containsExactly(
                        "it is a symbolic link that points outside the project: /etc/passwd",
                        "it is a new symbolic link to ../README.md",
                        "it is a symbolic link that points outside the project: ../../up");
        assertThat(sync.accept(project.folder(), plan).withheld()).hasSize(3);
        assertThat(project.git("ls-tree", "-r", "belljar/shop")).doesNotContain("120000");
    }

    @Test
    void moreThanTheLimitIsRefused() throws Exception {
        byte[] noise = new byte[9 << 20];
        new Random(7).nextBytes(noise);
        Files.write(sync.inside().folder().resolve("noise"), noise);
        refused();
        Path packs = sync.workspace().repository(project.folder()).resolve("objects/pack");
        try (var left = Files.list(packs)) {
            assertThat(left.filter(file -> file.toString().contains("tmp_"))).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 0",
                "echo nonsense",
                "echo 'tree nonsense'; echo",
                "echo 'tree 0000000000000000000000000000000000000000'; echo",
                "printf 'tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\\n\\nPACK'",
                "printf 'tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\\n\\n'; head -c 100000000 /dev/zero",
                "head -c 100000000 /dev/zero",
                "yes 'ref 4b825dc642cb6eb9a060e54bf8d69288fbee4904 refs/heads/x'",
                "echo 'head --upload-pack=evil'; echo",
                "yes | tr -d '\\n' | head -c 50000000"
            })
    void machineThatAnswersNonsenseIsRefused(String script) throws Exception {
        String before = refs();
        assertThatThrownBy(() -> planWith(script)).isInstanceOf(SyncException.class);
        assertThat(refs()).isEqualTo(before);
    }

    @Test
    void workThatWasAnnouncedButNotSentIsRefused() throws Exception {
        String script = "printf 'head " + "1".repeat(40) + "\\ntree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\\n\\n';"
                + " git init -q --bare r; git -C r pack-objects -q --stdout < /dev/null";
        assertThatThrownBy(() -> planWith(script)).hasMessageContaining("did not send");
    }

    @Test
    void commitWithAMissingTreeIsRefused() throws Exception {
        GitFixture inside = sync.inside();
        String tree = tree("100644", "gone", blob("gone for good\n"));
        String commit = commit(tree);
        String script = "printf 'head " + commit + "\\ntree " + tree + "\\n\\n'; cd '" + inside.folder()
                + "'; printf '%s\\n%s\\n' " + commit + " " + tree + " | git pack-objects -q --stdout";
        assertThatThrownBy(() -> planWith(script)).hasMessageContaining("rejected");
        assertThat(has(commit)).isFalse();
    }

    @Test
    void textFromTheMachineCannotDeceive() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("new.txt", "new\n");
        inside.git("add", "-A");
        inside.git("commit", "-q", "-m", "\u001b]52;c;ZXZpbA==\u0007 harmless \u202etxt.exe");
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.commits().getFirst().subject()).isEqualTo("?]52;c;ZXZpbA==? harmless ?txt.exe");
    }

    @Test
    void branchNamesOfTheMachineCreateNoOtherRefs() throws Exception {
        GitFixture inside = sync.inside();
        inside.git("branch", "a/b");
        inside.git("branch", "refs/heads/main");
        inside.git("branch", "x".repeat(240));
        sync.plan(project.folder());
        inside.git("branch", "-D", "-q", "a/b");
        inside.git("branch", "a");
        sync.plan(project.folder());
        assertThat(refs().lines().map(line -> line.substring(line.lastIndexOf(' ') + 1)))
                .allMatch(name -> name.matches(
                        "refs/sandbox/s1/.*|refs/belljar/s1/(capture|planned/review/[0-9]{12}/(tip|base))"));
    }

    @Test
    void configurationOfTheMachineIsNeverReadOnTheHost() throws Exception {
        Path trace = temp.resolve("trace");
        GitFixture inside = sync.inside();
        inside.write(".gitattributes", "* filter=evil diff=evil\n");
        inside.write("work.txt", "work\n");
        inside.git("config", "filter.other.clean", "touch " + trace);
        inside.commit("Work");
        inside.git("config", "filter.evil.smudge", "touch " + trace);
        inside.git("config", "diff.evil.textconv", "touch " + trace);
        SyncPlan plan = sync.plan(project.folder());
        sync.accept(project.folder(), plan, ".gitattributes");
        assertThat(trace).doesNotExist();
        assertThat(plan.diff().files().getFirst().risk()).contains("filter, diff and merge programs");
    }

    @Test
    void pathsThatWereNeverShownCannotBeAllowed() throws Exception {
        sync.inside().write("fine.txt", "fine\n");
        SyncPlan plan = sync.plan(project.folder());
        assertThatThrownBy(() -> sync.accept(project.folder(), plan, "other.txt"))
                .hasMessageContaining("other.txt");
    }

    @Test
    void namesOfSandboxesCannotNameOtherRefs() {
        for (String name : new String[] {"../main", "a b", "-x", "a..b", "a.lock", "", "a/b", "x".repeat(65), "a\nb"}) {
            assertThatThrownBy(() -> RefNames.branch(name)).isInstanceOf(SyncException.class);
            assertThatThrownBy(() -> RefNames.capture(name)).isInstanceOf(SyncException.class);
        }
        assertThatThrownBy(() -> RefNames.work("salvage")).isInstanceOf(SyncException.class);
    }

    private void refused() throws Exception {
        String before = refs();
        assertThatThrownBy(() -> sync.plan(project.folder()))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.REFUSED));
        assertThat(refs()).isEqualTo(before);
    }

    private void planWith(String script) throws Exception {
        sync.workspace().plan("s1", "shop", project.folder(), new ScriptedGuest(temp, script));
    }

    private String refs() throws Exception {
        return bare("for-each-ref", "--format=%(objectname) %(refname)");
    }

    private boolean has(String object) throws Exception {
        Path bare = sync.workspace().repository(project.folder());
        return project.tried("--git-dir=" + bare, "cat-file", "-e", object).exit() == 0;
    }

    private String bare(String... words) throws Exception {
        String[] all = new String[words.length + 1];
        all[0] = "--git-dir=" + sync.workspace().repository(project.folder());
        System.arraycopy(words, 0, all, 1, words.length);
        return project.git(all);
    }

    private String blob(String text) throws Exception {
        return object("blob", text.getBytes(StandardCharsets.UTF_8));
    }

    private String tree(String mode, String name, String id) throws Exception {
        return object("tree", entry(mode, name, id));
    }

    // Makes it the machine's HEAD, as a tool that writes objects by itself would.
    private String commit(String tree) throws Exception {
        String head = sync.inside().head();
        String commit = object(
                "commit",
                ("tree " + tree + "\nparent " + head + "\nauthor A <a@b> 1700000000 +0000\n"
                                + "committer A <a@b> 1700000000 +0000\n\nEvil\n")
                        .getBytes(StandardCharsets.UTF_8));
        sync.inside().git("update-ref", "refs/heads/main", commit);
        return commit;
    }

    private String object(String kind, byte[] bytes) throws Exception {
        Command.Output made = sync.inside().git(bytes, "hash-object", "-t", kind, "-w", "--literally", "--stdin");
        return made.text().strip();
    }

    private static byte[] entry(String mode, String name, String id) {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        entry.writeBytes((mode + " " + name + "\0").getBytes(StandardCharsets.UTF_8));
        entry.writeBytes(HexFormat.of().parseHex(id));
        return entry.toByteArray();
    }
}
