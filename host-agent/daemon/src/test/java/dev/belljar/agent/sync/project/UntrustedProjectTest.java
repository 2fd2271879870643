package dev.belljar.agent.sync.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.SyncFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that no program in the git configuration of an untrusted project is executed.
@Tag("slow")
class UntrustedProjectTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private Path trace;

    @SuppressWarnings("NullAway.Init")
    private Path program;

    @BeforeEach
    void prepare() throws Exception {
        sync = new SyncFixture(temp);
        project = GitFixture.sample(temp.resolve("project"));
        trace = temp.resolve("trace");
        String script = "#!/bin/sh\necho \"$0 $*\" >> '" + trace + "'\ncat\nexit 0\n";
        program = Files.writeString(temp.resolve("evil"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void filterOfTheProjectsConfigurationIsNotRunAndNamed() throws Exception {
        project.git("config", "filter.x.clean", program.toString());
        project.git("config", "filter.x.required", "true");
        project.write(".gitattributes", "*.x filter=x\n").write("word.x", "word\n");
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(trace).doesNotExist();
        assertThat(capture.warnings()).anyMatch(warning -> warning.contains("\"x\"") && warning.contains("not run"));
        assertThat(sync.inside().read("word.x")).isEqualTo("word\n");
    }

    @Test
    void filterOfAnIncludedFileOrOfAWorktreesConfigurationIsNotRun() throws Exception {
        Files.writeString(
                project.folder().resolve(".git/more"),
                "[filter \"a\"]\n\tprocess = " + program + "\n\trequired = true\n");
        project.git("config", "include.path", "more");
        project.git("config", "core.repositoryFormatVersion", "1");
        project.git("config", "extensions.worktreeConfig", "true");
        project.git("config", "--worktree", "filter.b.clean", program.toString());
        project.write(".gitattributes", "*.a filter=a\n*.b filter=b\n");
        project.write("word.a", "word\n").write("word.b", "word\n");
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(trace).doesNotExist();
        assertThat(capture.warnings()).anyMatch(warning -> warning.contains("\"a\""));
        assertThat(capture.warnings()).anyMatch(warning -> warning.contains("\"b\""));
    }

    /// A git that was compromised by a machine's objects could have written there.
    @Test
    void programsNamedInBelljarsOwnRepositoryAreNotRun() throws Exception {
        Path plain = Files.createDirectories(temp.resolve("plain"));
        Files.writeString(plain.resolve("word.x"), "word\n");
        sync.start(plain, true);
        Path own = sync.workspace().repository(plain);
        new GitFixture(own).git("config", "filter.x.clean", program.toString());
        new GitFixture(own).git("config", "user.name", "Somebody Else");
        Files.createDirectories(own.resolve("info"));
        Files.writeString(own.resolve("info/attributes"), "*.x filter=x\n");
        Files.writeString(plain.resolve("word.x"), "another word\n");

        WorkspaceTransfer.Capture capture = sync.workspace().capture("s2", plain, true);

        assertThat(trace).doesNotExist();
        assertThat(new GitFixture(own).git("show", capture.commit() + ":word.x"))
                .isEqualTo("another word");
        assertThat(new GitFixture(own).git("show", "-s", "--format=%B", capture.commit()))
                .doesNotContain("Somebody Else");
        Path alternates =
                Files.writeString(own.resolve("objects/info/alternates"), project.folder() + "/.git/objects\n");
        for (boolean asPlain : List.of(true, false)) {
            Path folder = asPlain ? plain : project.folder();
            Path list = sync.workspace().repository(folder).resolve("objects/info/alternates");
            if (!asPlain) {
                sync.workspace().capture("s3", folder, false);
                Files.copy(alternates, list);
            }
            assertThatThrownBy(() -> sync.workspace().capture("s4", folder, asPlain))
                    .hasMessageContaining(list + " refers to objects elsewhere");
        }
    }

    @Test
    void noOtherProgramOfTheConfigurationIsRun() throws Exception {
        for (String hook : List.of("pre-commit", "post-index-change", "reference-transaction", "post-checkout")) {
            Files.copy(program, project.folder().resolve(".git/hooks").resolve(hook));
        }
        for (String key : List.of(
                "core.fsmonitor",
                "core.pager",
                "core.editor",
                "core.sshCommand",
                "core.askPass",
                "core.gitProxy",
                "core.alternateRefsCommand",
                "diff.external",
                "diff.d.command",
                "diff.d.textconv",
                "merge.d.driver",
                "credential.helper",
                "gpg.program",
                "lfs.extension.e.clean",
                "uploadpack.packObjectsHook")) {
            project.git("config", key, program.toString());
        }
        project.git(
                "config",
                "core.hooksPath",
                project.folder().resolve(".git/hooks").toString());
        project.git("config", "commit.gpgSign", "true");
        project.git("config", "alias.rev-parse", "!" + program);
        project.git("config", "alias.add", "!" + program);
        project.write(".gitattributes", "* diff=d merge=d\n").write("README.md", "# Changed\n");
        sync.start(project.folder());
        sync.inside().write("more.txt", "more\n");
        sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(project.git("show", "--no-ext-diff", "belljar/shop:more.txt"))
                .isEqualTo("more");
        assertThat(trace).doesNotExist();
    }

    @Test
    void nothingIsFetchedForAPartialCloneWhateverItsConfigurationAllows() throws Exception {
        String old = project.git("rev-parse", "HEAD:README.md");
        project.write("README.md", "# Second\n").commit("Second");
        project.git("config", "core.repositoryFormatVersion", "1");
        project.git("config", "extensions.partialClone", "origin");
        project.git("config", "remote.origin.url", "ext::" + program);
        project.git("config", "remote.origin.promisor", "true");
        project.git("config", "protocol.ext.allow", "always");
        project.git("config", "protocol.allow", "always");
        Files.delete(project.folder().resolve(".git/objects/" + old.substring(0, 2) + "/" + old.substring(2)));
        assertThatThrownBy(() -> sync.workspace().capture("s1", project.folder(), false))
                .isInstanceOf(SyncException.class);
        assertThat(trace).doesNotExist();
    }

    @Test
    void gitIsNotRunInSubmodulesAndTheirNewHeadIsCaptured() throws Exception {
        GitFixture other = GitFixture.sample(temp.resolve("other"));
        for (String path : List.of("moved", "dirty", "gone")) {
            String from = other.folder().toString();
            project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, path);
        }
        project.commit("Use them");
        GitFixture moved = new GitFixture(project.folder().resolve("moved"));
        moved.git("config", "user.name", "Pat");
        moved.git("config", "user.email", "pat@example.org");
        moved.write("a.txt", "a\n").commit("Move on");
        GitFixture dirty = new GitFixture(project.folder().resolve("dirty"));
        dirty.git("config", "filter.x.clean", program.toString());
        dirty.git("config", "core.fsmonitor", program.toString());
        // The same length and another time: only the content can tell, so git would filter it to compare.
        dirty.write(".gitattributes", "*.md filter=x\n").write("README.md", "# simple\n");
        Files.setLastModifiedTime(
                dirty.folder().resolve("README.md"), FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
        ScratchFolder.delete(project.folder().resolve("gone"));
        // With sparse checkout on, git forgets which present files it was to leave alone.
        project.git("config", "core.sparseCheckout", "true");
        Files.writeString(project.folder().resolve(".git/info/sparse-checkout"), "/*\n");
        sync.start(project.folder());
        assertThat(trace).doesNotExist();
        String capture = new GitFixture(sync.workspace().repository(project.folder()))
                .git("--git-dir=.", "ls-tree", "refs/belljar/s1/capture");
        assertThat(capture).contains("160000 commit " + moved.head()).doesNotContain("gone");
    }

    @Test
    void filterOfTheUsersConfigurationRuns() throws Exception {
        Path config = Files.createDirectories(temp.resolve("config/git"));
        Files.writeString(
                config.resolve("config"),
                "[filter \"up\"]\n\tclean = \"tr a-z \\\"A-Z\\\"\"\n[user]\n\tname = \"Zo\u00eb \\\\ \\\"Z\\\"\"\n");
        project.git("config", "filter.up.clean", program.toString());
        project.git("config", "--unset", "user.name");
        project.write(".gitattributes", "*.up filter=up\n").write("word.up", "word\n");
        ProjectRepository found = ProjectRepository.at(project.folder()).orElseThrow();
        HostRepository repository =
                new HostRepositories(temp.resolve("data"), ConfinementLauncher.here()).of(project.folder());
        repository.create(project.folder(), "sha1");
        CaptureConfig settings = CaptureConfig.of(GitRunner.person(found.top())
                .with("XDG_CONFIG_HOME", temp.resolve("config").toString())
                .with("HOME", temp.toString()));
        assertThat(settings.ignoredFilters()).containsExactly("up");
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            GitRunner git = new PlaceholderTree(found, repository, scratch).with(settings);
            assertThat(git.line("config", "filter.up.clean")).isEqualTo("tr a-z \"A-Z\"");
            assertThat(git.line("config", "user.name")).isEqualTo("Zo\u00eb \\ \"Z\"");
            git.line("add", "word.up");
            assertThat(git.line("cat-file", "blob", ":word.up")).isEqualTo("WORD");
        }
        assertThat(trace).doesNotExist();
    }

    @Test
    void harmlessSettingsOfTheProjectApply() throws Exception {
        project.git("config", "core.autocrlf", "input");
        project.git("config", "core.excludesFile", temp.resolve("ignored").toString());
        Files.writeString(temp.resolve("ignored"), "*.private\n");
        Files.writeString(project.folder().resolve(".git/info/exclude"), "*.own\n");
        project.write("dos.txt", "one\r\n").write("key.private", "secret\n").write("notes.own", "mine\n");
        project.git("update-index", "--split-index");
        project.write("staged.txt", "staged\n").git("add", "staged.txt");
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.warnings()).isEmpty();
        assertThat(sync.inside().status()).isEqualTo("A  staged.txt\n?? dos.txt");
        assertThat(sync.inside().read("dos.txt")).isEqualTo("one\n");
    }

    @Test
    void repositoryOfAnotherUserIsRefused() throws Exception {
        Command.Output trusted =
                Command.of("git", "config", "--get-all", "safe.directory").run();
        assumeFalse(trusted.text().contains("*"), "this person trusts every folder");
        Command.Output given =
                Command.of("chown", "-R", "65534", project.folder().toString()).run();
        assumeTrue(given.exit() == 0, "only root can give a folder away");
        for (boolean plain : List.of(false, true)) {
            assertThatThrownBy(() -> sync.workspace().capture("s1", project.folder(), plain))
                    .isInstanceOfSatisfying(SyncException.class, e -> {
                        assertThat(e.code()).isEqualTo(SyncException.NOT_YOURS);
                        assertThat(e.hint()).contains("safe.directory");
                    });
        }
    }
}
