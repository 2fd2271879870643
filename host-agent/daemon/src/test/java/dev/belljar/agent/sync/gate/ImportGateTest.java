package dev.belljar.agent.sync.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.view.work.FileChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ImportGateTest {
    private static final String NONE = "0".repeat(40);
    private static final String ID = "1".repeat(40);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".gitattributes",
                "sub/.gitattributes",
                ".gitmodules",
                ".husky/pre-push",
                ".githooks/x",
                "scripts/pre-commit",
                ".pre-commit-config.yaml",
                ".vscode/tasks.json",
                "deep/down/.vscode/settings.json",
                ".VSCode/launch.json",
                ".vs\u200ccode/tasks.json",
                ".idea/workspace.xml",
                ".run/all.run.xml",
                ".claude/settings.json",
                ".codex/config.toml",
                ".cursor/mcp.json",
                "CLAUDE.md",
                "AGENTS.md",
                ".mcp.json",
                ".envrc",
                ".envrc. ",
                ".env.local",
                ".devcontainer/devcontainer.json",
                "Makefile",
                "sub/makefile.am",
                "rules.mk",
                "CMakeLists.txt",
                "build.gradle.kts",
                "pom.xml",
                "gradle/wrapper/gradle-wrapper.properties",
                ".mvn/extensions.xml",
                "build.rs",
                ".cargo/config.toml",
                "Dockerfile",
                "docker-compose.yml",
                ".github/workflows/ci.yml",
                "sub/.github/workflows/ci.yml",
                ".gitlab-ci.yml",
                "Jenkinsfile",
                "setup.py",
                "pyproject.toml",
                "tests/conftest.py",
                "x.pth",
                ".npmrc",
                "package-lock.json",
                "vite.config.ts",
                ".eslintrc.cjs",
                "run.sh",
                "x.desktop",
                "lib.so",
                ".bashrc",
                ".vimrc",
                "flake.nix",
                "package.json",
                "docs/x/HEAD",
                "docs/x/head.",
                "sub/.hg/hgrc",
                ".pylintrc",
                "rust-toolchain",
                "sub/rust-toolchain.toml",
                "tsconfig.json",
                "tsconfig.build.json",
                ".rubocop.yml",
                ".gdbinit",
                "tool-gdb.py",
                ".lldbinit",
                ".bundle/config",
                "Cargo.lock",
                "poetry.lock",
                "uv.lock",
                "Gemfile.lock",
                "go.mod",
                "go.sum",
                "yarn.lock",
                "pnpm-lock.yaml",
                ".pnpmfile.mjs",
                ".yarnrc.yml",
                "requirements-dev.txt",
                "requirements/dev.txt",
                ".mise.local.toml",
                ".tool-versions",
                "shop.code-workspace",
                "shop.sublime-project",
                "Vagrantfile",
                "justfile",
                "Taskfile.dist.yml",
                "lefthook-local.yml",
                "gradlew",
                ".cursorrules",
                ".helix/languages.toml",
                ".luarc.json",
                "hie.yaml",
                ".Rprofile",
                ".latexmkrc",
                "ansible.cfg",
                ".golangci.yml",
                "node_modules/left-pad/index.js",
                "main.tf",
                ".github/hooks/start.json",
                ".github/extensions/x/index.js",
                ".claude-plugin/plugin.json",
                ".theia/tasks.json",
                ".roomodes",
                ".openhands/microagents/repo.md",
                "conductor.json",
                ".factory/droids/x.md",
                ".lazy.lua",
                ".commitlintrc",
                ".commitlintrc.mjs",
                ".graphqlrc.js",
                "graphql.config.js",
                ".markdownlint-cli2.cjs",
                ".cirrus.yml",
                ".semaphore/semaphore.yml",
                ".build.yml",
                ".builds/a.yml",
                ".tekton/push.yaml",
                "dagger.json",
                ".dagger/main.go",
                "buildspec.yml",
                "bitrise.yml",
                ".azure-pipelines/a.yml",
                "conanfile.py",
                "xmake.lua",
                "premake5.lua",
                "BUILD.gn",
                ".gn",
                "Tupfile",
                "Jamroot",
                "pants.toml",
                "foundry.toml",
                "nodemon.json",
                "ecosystem.config.js",
                "some/where/new-tool.config.ts",
                ".tomorrowrc",
                "deep/.tomorrowrc.json",
                ".tomorrow/agent.json",
                "deep/down/.tomorrow/x/agent.json",
                ".github/unheard-of/x.md",
                ".evil/.github/issue_template/x.md",
                ".well-known/.evil/x"
            })
    void pathThatCouldExecuteIsRisky(String path) throws Exception {
        assertThat(risk('A', "000000", "100644", path)).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "src/main.c",
                "src/hooks/useThing.ts",
                "docs/makefiles.md",
                "git.txt",
                "src/vscode/tasks.json",
                "environment.ts",
                "data/package.json.md",
                "docs/requirements.md",
                "src/config",
                "assets/objects/chair.obj",
                "src/refs/main.c",
                "heads/head.html",
                ".editorconfig",
                ".well-known/security.txt",
                ".github/ISSUE_TEMPLATE/bug.md",
                ".github/FUNDING.yml",
                "src/config.ts",
                "src/.keep",
                "docs/arc.md",
                "index.html"
            })
    void ordinaryPathIsNotRisky(String path) throws Exception {
        assertThat(risk('A', "000000", "100644", path)).isNull();
    }

    @Test
    void programsSubmodulesAndBinariesAreRiskyWhateverTheirName() throws Exception {
        assertThat(risk('A', "000000", "100755", "tool")).contains("newly marked");
        assertThat(risk('M', "100644", "100755", "tool")).contains("newly marked");
        assertThat(risk('M', "100755", "100755", "tool")).contains("program");
        assertThat(risk('A', "000000", "160000", "lib")).contains("submodule");
        assertThat(gate().risk(change('M', "100644", "100644", "a.dat"), true)).contains("binary");
    }

    @Test
    void removalIsRiskyWhereTheFileCouldExecute() throws Exception {
        for (String path : List.of(".claude/settings.json", ".pre-commit-config.yaml", "Makefile", "package.json")) {
            assertThat(risk('D', "100644", "000000", path)).contains("is removed");
        }
        assertThat(risk('D', "100755", "000000", "README.md")).isNull();
        GitPath from = GitPath.parse(".claude/settings.json");
        RawChange renamed = new RawChange('R', "100644", "100644", ID, ID, GitPath.parse("docs/old.json"), from);
        assertThat(gate(renamed).risk(renamed, false)).contains("is removed");
    }

    @Test
    void removalOfASafeguardIsWithheldUntilAllowed() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write(".claude/settings.json", "{\"permissions\":{\"deny\":[\"Bash\"]}}\n")
                .commit("Deny");
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        sync.inside().git("rm", "-q", ".claude/settings.json");
        sync.inside().write("more.txt", "more\n").commit("Tidy up");
        var plan = sync.plan(project.folder());
        var brought = sync.accept(project.folder(), plan);
        assertThat(brought.withheld()).containsExactly(".claude/settings.json");
        assertThat(sync.accept(project.folder(), sync.plan(project.folder()))).isEqualTo(brought);
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains(".claude/settings.json", "more.txt");
        assertThat(sync.accept(project.folder(), plan, ".claude/settings.json").withheld())
                .isEmpty();
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop")).doesNotContain(".claude");
    }

    @Test
    void folderThatLooksLikeARepositoryIsRiskyThroughout() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("half/HEAD", "ref: refs/heads/main\n")
                .write("Other/HEAD", "x\n")
                .commit("Half of one");
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("docs/x/HEAD", "ref: refs/heads/main\n");
        inside.write("docs/x/config", "[core]\n\tworktree = .\n\tfsmonitor = evil\n");
        inside.write("docs/x/objects/k", "").write("docs/x/refs/k", "").write("docs/x/info/deep/notes", "n\n");
        inside.write("half/config", "[core]\n").write("other/CONFIG", "[core]\n");
        inside.write("store/objects/k", "").write("store/refs/k", "").write("docs/plain.txt", "plain\n");
        assertThat(risks(sync, project))
                .allSatisfy((path, risk) -> assertThat(risk.isEmpty()).isEqualTo(path.equals("docs/plain.txt")))
                .hasSize(10);
        assertThat(sync.accept(project.folder(), sync.plan(project.folder())).withheld())
                .hasSize(9);
    }

    @Test
    void repositoryAddedAndRemovedAgainIsNotImported() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("docs/x/HEAD", "ref: refs/heads/main\n").commit("Half of one");
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("docs/x/config", "[core]\n").write("docs/x/refs/k", "").commit("Come");
        inside.git("rm", "-q", "-r", "docs/x/config", "docs/x/refs");
        inside.write("more.txt", "more\n").commit("Go");
        var result = sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(result.withheld()).isEmpty();
        assertThat(project.git("log", "--format=", "--name-only", "main..belljar/shop"))
                .isEqualTo("more.txt");
    }

    @Test
    void packageFileIsRiskyOnlyWhenItCouldRunSomething() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("a/package.json", "{\"name\":\"a\",\"scripts\":{\"test\":\"jest\"}}\n");
        project.write("b/package.json", "{\"name\":\"b\",\"scripts\":{\"test\":\"jest\"}}\n");
        project.write("c/package.json", "{\"name\":\"c\"}\n");
        project.write("d/package.json", "{\"name\":\"d\"}\n");
        project.commit("Packages");
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("a/package.json", "{\"name\":\"a\",\"version\":\"2\",\"scripts\":{\"test\":\"jest\"}}\n");
        inside.write("b/package.json", "{\"name\":\"b\",\"\\u0073cripts\":{\"test\":\"curl evil\"}}\n");
        inside.write("c/package.json", "{\"name\":\"c\",\"dependencies\":{\"left\":\"1\"}}\n");
        inside.write("d/package.json", "not json\n");
        assertThat(risks(sync, project))
                .containsEntry("a/package.json", "")
                .hasEntrySatisfying("b/package.json", risk -> assertThat(risk).isNotEmpty())
                .hasEntrySatisfying("c/package.json", risk -> assertThat(risk).isNotEmpty())
                .hasEntrySatisfying("d/package.json", risk -> assertThat(risk).isNotEmpty());
    }

    @Test
    void withheldRenameKeepsTheOldFile() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("tool.txt", "one\ntwo\nthree\nfour\n").commit("Tool");
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        Path folder = sync.inside().folder();
        Files.move(folder.resolve("tool.txt"), folder.resolve("tool.sh"));
        Files.setPosixFilePermissions(folder.resolve("tool.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        var plan = sync.plan(project.folder());
        assertThat(plan.diff().files()).hasSize(1);
        assertThat(plan.diff().files().getFirst().from()).isEqualTo("tool.txt");
        assertThat(sync.accept(project.folder(), plan).withheld()).containsExactly("tool.sh");
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop").lines())
                .contains("tool.txt")
                .doesNotContain("tool.sh");
    }

    private static Map<String, String> risks(SyncFixture sync, GitFixture project) throws Exception {
        List<FileChange> files = sync.plan(project.folder()).diff().files();
        return files.stream()
                .collect(Collectors.toMap(
                        FileChange::path, file -> file.risk() == null ? "" : String.valueOf(file.risk())));
    }

    private ImportGate gate(RawChange... changes) {
        BlobReader blobs = new BlobReader(GitRunner.host(temp), OperationDeadline.in(Duration.ofMinutes(1)));
        return new ImportGate(blobs, new ChangeFindings(List.of(changes), Map.of()));
    }

    private @org.jspecify.annotations.Nullable String risk(char status, String from, String to, String path)
            throws Exception {
        RawChange change = change(status, from, to, path);
        return gate(change).risk(change, false);
    }

    private static RawChange change(char status, String from, String to, String path) {
        byte[] bytes = path.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new RawChange(status, from, to, NONE, ID, GitPath.of(bytes, 0, bytes.length), null);
    }
}
