package dev.belljar.agent.sync.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.SyncFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a project folder from an archive cannot include another repository of the same owner, which is
/// neither captured nor written.
@Timeout(120)
@Tag("slow")
class RepositoryLayoutTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture secret;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private Path git;

    @BeforeEach
    void prepare() throws Exception {
        temp = temp.toRealPath();
        sync = new SyncFixture(temp);
        secret = GitFixture.sample(temp.resolve("secret"));
        secret.write("key.txt", "private\n").commit("Secret");
        project = GitFixture.sample(temp.resolve("unpacked/project"));
        git = project.folder().resolve(".git");
    }

    @Test
    void gitFileThatNamesAnotherRepositoryIsRefused() throws Exception {
        ScratchFolder.delete(git);
        Files.writeString(git, "gitdir: ../../secret/.git\n");
        refused(git.toString(), secret.folder().resolve(".git").toString(), "worktree repair");
    }

    @Test
    void commondirThatNamesAnotherRepositoryIsRefused() throws Exception {
        Files.writeString(git.resolve("commondir"), "../../../secret/.git\n");
        refused(git.resolve("commondir").toString(), secret.folder().toString());
    }

    @Test
    void aLinkInTheGitFolderThatLeadsOutOfItIsRefused() throws Exception {
        for (String part : List.of("objects", "refs", "HEAD", "packed-refs", "config", "refs/heads", "logs", "index")) {
            Path own = git.resolve(part);
            Path away = temp.resolve("away");
            if (Files.exists(own)) {
                Files.move(own, away);
            }
            Files.createSymbolicLink(own, secret.folder().resolve(".git").resolve(part));
            refused(own.toString(), "is a symbolic link to " + secret.folder());
            Files.delete(own);
            if (Files.exists(away)) {
                Files.move(away, own);
            }
        }
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
    }

    @Test
    void aLinkedGitFolderIsRefused() throws Exception {
        ScratchFolder.delete(git);
        Files.createSymbolicLink(git, Path.of("../../secret/.git"));
        refused(git.toString(), "is a symbolic link to " + secret.folder().resolve(".git"));
    }

    @Test
    void alternatesOutsideTheProjectAreRefusedAtAnyDepth() throws Exception {
        Path list = git.resolve("objects/info/alternates");
        for (String words : List.of(
                "../../../../secret/.git/objects",
                "# mine\n" + secret.folder().resolve(".git/objects"),
                "\"" + secret.folder().resolve(".git/objects") + "\"")) {
            Files.writeString(list, words + "\n");
            refused(list.toString(), "borrows objects from", "repack -a -d");
        }
        Path near = Files.createDirectories(project.folder().resolve("near/info"));
        Files.writeString(list, project.folder().resolve("near") + "\n");
        Files.writeString(near.resolve("alternates"), secret.folder().resolve(".git/objects") + "\n");
        refused(near.resolve("alternates").toString(), "borrows objects from");
        Files.delete(near.resolve("alternates"));
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
        Files.createSymbolicLink(near.resolveSibling("pack"), secret.folder().resolve(".git/objects/pack"));
        refused(near.resolveSibling("pack").toString(), "is a symbolic link to");
    }

    /// Some gits take `link/..` out of the path before they look, others follow the link: what one finds inside the
    /// project lies elsewhere for the other.
    @Test
    void alternatesThatTwoGitsReadDifferentlyAreRefused() throws Exception {
        Path deep = Files.createDirectories(project.folder().resolve("a/b/c/d"));
        Files.createDirectories(project.folder().resolve("a/secret/.git/objects"));
        Files.createSymbolicLink(project.folder().resolve("link"), deep);
        Path list = git.resolve("objects/info/alternates");
        Files.writeString(list, "../../link/../../../secret/.git/objects\n");
        refused(list.toString(), "borrows objects from ../../link/../../../secret/.git/objects");
        ScratchFolder.delete(project.folder().resolve("a/secret"));
        Files.createDirectories(project.folder().resolve("a/near"));
        Files.writeString(list, "../../link/../../../near\n"); // found by one only
        refused(list.toString(), "borrows objects from");
        Files.createSymbolicLink(
                project.folder().resolve("fine"), project.folder().resolve("a"));
        Files.writeString(list, "../../fine/near/../near\n");
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
    }

    /// Git reads paths as bytes: a path through a folder whose name is not UTF-8 still leads to the other
    /// repository.
    @Test
    void pathsThatAreNotUtf8AreRefused() throws Exception {
        Path away = project.folder().resolve("away");
        Command.of(
                        "sh",
                        "-c",
                        "mkdir \"$1/$(printf '\\377')\"",
                        "sh",
                        project.folder().toString())
                .check();
        byte[] path = "../../?/../../../secret/.git/objects\n".getBytes(StandardCharsets.ISO_8859_1);
        path[6] = (byte) 0xFF;
        Path list = git.resolve("objects/info/alternates");
        Files.write(list, path);
        assertThat(project.tried("cat-file", "-e", secret.head()).exit())
                .as("git follows it")
                .isZero();
        refused(list.toString(), "not UTF-8");
        Files.writeString(list, away + "\n");
        refused(list.toString(), "borrows objects from");
        Files.delete(list);
        Path config = git.resolve("config");
        byte[] before = Files.readAllBytes(config);
        byte[] include = "[include]\n\tpath = ../?/x\n".getBytes(StandardCharsets.ISO_8859_1);
        include[include.length - 4] = (byte) 0xFF;
        Files.write(config, include, StandardOpenOption.APPEND);
        refused(config.toString(), "not UTF-8");
        Files.write(config, before);
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
    }

    @Test
    void aFalseWorktreeIsRefused() throws Exception {
        // The archive brings the worktree's own folder, which names the project back, but not the other repository.
        Path mine = Files.createDirectories(temp.resolve("unpacked/main/worktrees/project"));
        Files.writeString(mine.resolve("gitdir"), git + "\n");
        Files.writeString(mine.resolve("commondir"), secret.folder().resolve(".git") + "\n");
        Files.writeString(mine.resolve("HEAD"), "ref: refs/heads/main\n");
        ScratchFolder.delete(git);
        Files.writeString(git, "gitdir: " + mine + "\n");
        refused(git.toString(), mine.toString());
        ScratchFolder.delete(mine.resolve("commondir"));
        Files.createSymbolicLink(
                temp.resolve("unpacked/main/worktrees/project/commondir"),
                secret.folder().resolve(".git/HEAD"));
        refused("commondir", "is a symbolic link");
    }

    @Test
    void aFalseSubmoduleIsRefused() throws Exception {
        secret.git("worktree", "add", "-q", "-b", "side", temp.resolve("side").toString());
        Path theirs = secret.folder().resolve(".git/worktrees/side");
        ScratchFolder.delete(git);
        Files.writeString(git, "gitdir: " + theirs + "\n");
        refused(git.toString(), theirs.toString());
        GitFixture outer = GitFixture.sample(temp.resolve("unpacked"));
        outer.git("rm", "-q", "-f", "--cached", "project");
        Path modules = Files.createDirectories(outer.folder().resolve(".git/modules"));
        GitFixture inner = GitFixture.sample(temp.resolve("inner"));
        Files.move(inner.folder().resolve(".git"), modules.resolve("project"));
        Files.writeString(git, "gitdir: ../.git/modules/project\n");
        outer.git(
                "config", "--file", modules.resolve("project/config").toString(), "core.worktree", "../../../project");
        refused(git.toString(), modules.resolve("project").toString()); // not in the outer one's index
        outer.git("update-index", "--add", "--cacheinfo", "160000," + inner(outer) + ",project");
        outer.git("config", "--file", modules.resolve("project/config").toString(), "core.worktree", "../../../other");
        refused(git.toString(), modules.resolve("project").toString());
        outer.git(
                "config", "--file", modules.resolve("project/config").toString(), "core.worktree", "../../../project");
        assertThat(sync.start(project.folder()).head()).isEqualTo(inner(outer));
        ScratchFolder.delete(outer.folder().resolve(".git"));
        Files.writeString(outer.folder().resolve(".git"), "gitdir: ../secret/.git\n");
        Files.writeString(git, "gitdir: ../../secret/.git\n");
        refused(outer.folder().resolve(".git").toString(), secret.folder().toString());
    }

    private static String inner(GitFixture outer) throws Exception {
        return outer.git("--git-dir", ".git/modules/project", "rev-parse", "HEAD");
    }

    @Test
    void includesOutsideTheProjectAreRefused() throws Exception {
        Path pipe = temp.resolve("unpacked/pipe");
        Command.of("mkfifo", pipe.toString()).check();
        Path elsewhere = Files.writeString(temp.resolve("their.config"), "[user]\n\tname = Private\n");
        Files.writeString(git.resolve("near"), "[include]\n\tpath = " + elsewhere + "\n");
        for (String path : List.of("../../pipe", elsewhere.toString(), "near", "%(prefix)/etc/gitconfig", "~root/x")) {
            for (String key : List.of("include.path", "includeIf.gitdir:/.path")) {
                // By file: once it includes a pipe, git itself would wait for it.
                Path config = git.resolve("config");
                byte[] before = Files.readAllBytes(config);
                Command.of("git", "config", "--file", config.toString(), key, path)
                        .check();
                refused("includes", "expected a file inside " + project.folder());
                Files.write(config, before);
            }
        }
        Files.delete(git.resolve("near"));
        Files.writeString(project.folder().resolve("team.config"), "[user]\n\tname = Team\n");
        project.git("config", "include.path", "../team.config");
        project.git("config", "includeIf.onbranch:x.path", "../missing");
        project.git("config", "core.attributesFile", pipe.toString());
        project.git("config", "core.excludesFile", pipe.toString());
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
    }

    @Test
    void aPipeInTheGitFolderIsRefused() throws Exception {
        for (String part : List.of("HEAD", "config", "shallow", "refs/heads/more", "objects/info/alternates")) {
            Path own = git.resolve(part);
            byte[] before = Files.exists(own) ? Files.readAllBytes(own) : new byte[0];
            Files.deleteIfExists(own);
            Command.of("mkfifo", own.toString()).check();
            refused(own.toString(), "is a pipe or a device");
            Files.delete(own);
            if (before.length > 0) {
                Files.write(own, before);
            }
        }
        assertThat(sync.start(project.folder()).head()).isEqualTo(project.head());
    }

    @Test
    void aFolderWithoutAGitFolderIsNotTakenForARepository() throws Exception {
        for (String part : List.of("HEAD", "config", "objects", "refs")) {
            Files.move(git.resolve(part), project.folder().resolve(part));
        }
        ScratchFolder.delete(git);
        Path config = project.folder().resolve("config");
        Files.writeString(config, "[core]\n\tbare = false\n\tworktree = .\n");
        ScratchFolder.delete(project.folder().resolve("objects"));
        Files.createSymbolicLink(
                project.folder().resolve("objects"), secret.folder().resolve(".git/objects"));
        assertThatThrownBy(() -> sync.workspace().capture("s1", project.folder(), false))
                .isInstanceOf(SyncException.class);
    }

    @Test
    void noBranchIsWrittenAfterTheGitFolderWasReplaced() throws Exception {
        sync.start(project.folder());
        sync.inside().write("more.txt", "more\n").commit("More");
        var plan = sync.plan(project.folder());
        ScratchFolder.delete(git);
        Files.writeString(git, "gitdir: ../../secret/.git\n");
        String before = secret.git("for-each-ref");
        assertThatThrownBy(() -> sync.accept(project.folder(), plan)).hasMessageContaining(git.toString());
        assertThat(secret.git("for-each-ref")).isEqualTo(before);
    }

    @Test
    void realWorktreesAndSubmodulesAreCaptured() throws Exception {
        project.git("worktree", "add", "-q", "-b", "side", temp.resolve("side").toString());
        assertThat(sync.start(temp.resolve("side")).branch()).isEqualTo("side");
        sync.inside().write("more.txt", "more\n").commit("More");
        sync.accept(temp.resolve("side"), sync.plan(temp.resolve("side")));
        assertThat(project.git("show", "belljar/shop:more.txt")).isEqualTo("more");
        project.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                secret.folder().toString(),
                "lib");
        project.commit("Use it");
        WorkspaceTransfer.Capture module =
                sync.workspace().capture("s2", project.folder().resolve("lib"), false);
        assertThat(module.head()).isEqualTo(secret.head());
        Path clone = temp.resolve("shared");
        project.git("clone", "-q", "--shared", secret.folder().toString(), clone.toString());
        assertThatThrownBy(() -> sync.workspace().capture("s3", clone, false))
                .isInstanceOfSatisfying(
                        SyncException.class,
                        e -> assertThat(e.hint())
                                .contains("git -C " + clone + " repack -a -d && rm " + clone
                                        + "/.git/objects/info/alternates"));
        new GitFixture(clone).git("repack", "-q", "-a", "-d");
        Files.delete(clone.resolve(".git/objects/info/alternates"));
        assertThat(sync.workspace().capture("s3", clone, false).head()).isEqualTo(secret.head());
        Path apart = temp.resolve("apart");
        project.git(
                "init", "-q", "--separate-git-dir", temp.resolve("apart.git").toString(), apart.toString());
        assertThatThrownBy(() -> sync.workspace().capture("s4", apart, false))
                .isInstanceOfSatisfying(
                        SyncException.class,
                        e -> assertThat(e.hint()).contains("move the git folder here and name it .git"));
    }

    // Checks that a capture is refused with these words, and that no object of the other repository is
    // captured.
    private void refused(String... words) throws Exception {
        String before = secret.git("for-each-ref");
        for (boolean plain : List.of(false, true)) {
            assertThatThrownBy(() -> sync.workspace().capture("s1", project.folder(), plain))
                    .isInstanceOfSatisfying(SyncException.class, e -> {
                        assertThat(e.code()).isEqualTo(SyncException.REFUSED);
                        assertThat(e.getMessage() + " " + e.hint()).contains(words);
                    });
        }
        Path captured = sync.workspace().repository(project.folder());
        if (Files.exists(captured)) {
            assertThat(new GitFixture(captured)
                            .tried("cat-file", "-e", secret.head())
                            .exit())
                    .isNotZero();
        }
        assertThat(secret.git("for-each-ref")).isEqualTo(before);
    }
}
