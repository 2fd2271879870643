package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.transfer.ProposedArtifacts;
import dev.belljar.client.transfer.WorkspacePath;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests what `belljar get` copies and says, with archives of real tar.
class CopyWordsTest {
    @TempDir
    private Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<List<String>> asked = new ArrayList<>();
    private final List<GuestFile> files = new ArrayList<>();
    private final List<RefusedFile> refused = new ArrayList<>();
    private Path guest;
    private Path to;

    @BeforeEach
    void prepare() throws Exception {
        guest = Files.createDirectories(temp.resolve("guest"));
        to = temp.resolve("to");
    }

    @Test
    void filesAreCopiedAndLeftOutTheSecondTime() throws Exception {
        file("dist/a", "one", null);
        file("dist/b", "two", null);
        assertThat(run("get", "shop", "/workspace/dist")).isZero();
        assertThat(text()).contains("Copied 2 files (6 B)");
        assertThat(asked).contains(List.of("dist"));
        assertThat(to.resolve("dist/b")).content().isEqualTo("two");
        assertThat(run("get", "shop", "dist")).isZero();
        assertThat(text()).contains("Copied 0 files", "2 files already in");
    }

    @Test
    void aFileThatWasCopiedBeforeBecomesExecutable() throws Exception {
        file("bin/tool", "one", null);
        files.set(0, new GuestFile("bin/tool", 3, 1_700_000_000_000L, true, null));
        assertThat(run("get", "shop", "bin/tool")).isZero();
        assertThat(Files.getPosixFilePermissions(to.resolve("bin/tool")))
                .doesNotContain(PosixFilePermission.OWNER_EXECUTE);
        assertThat(run("get", "shop", "bin/tool", "--executable")).isZero();
        assertThat(Files.getPosixFilePermissions(to.resolve("bin/tool"))).contains(PosixFilePermission.OWNER_EXECUTE);
    }

    @Test
    void whatCouldRunHereIsExcludedUnlessAllowed() throws Exception {
        file("dist/a", "one", null);
        file("dist/Makefile", "all:", "make runs it");
        assertThat(run("get", "shop", "dist")).isEqualTo(1);
        assertThat(text()).contains("▲ dist/Makefile   make runs it");
        assertThat(to.resolve("dist/Makefile")).doesNotExist();
        assertThat(run("get", "shop", "dist", "--allow", "dist/Makefile")).isZero();
        assertThat(to.resolve("dist/Makefile")).content().isEqualTo("all:");
    }

    @Test
    void otherFilesAreReplacedOnlyByForce() throws Exception {
        file("a", "theirs", null);
        Files.createDirectories(to);
        Files.writeString(to.resolve("a"), "mine");
        assertThat(run("get", "shop", "a")).isEqualTo(1);
        assertThat(text()).contains("--force");
        assertThat(to.resolve("a")).content().isEqualTo("mine");
        assertThat(run("get", "shop", "a", "--force")).isZero();
        assertThat(to.resolve("a")).content().isEqualTo("theirs");
    }

    @Test
    void tooMuchIsRefusedBeforeAnythingIsCopied() throws Exception {
        file("a", "x".repeat(5_000), null);
        assertThat(run("get", "shop", "a", "--max-size", "4K")).isEqualTo(1);
        assertThat(text()).contains("--max-size");
        assertThat(to.resolve("a")).doesNotExist();
    }

    @Test
    void nothingThatMatchesAndRefusedFilesAreSaid() throws Exception {
        assertThat(run("get", "shop", "nothing")).isEqualTo(1);
        assertThat(text()).contains("No file in the workspace of shop matches.");
        refused.add(new RefusedFile("dist/link", "is not a regular file"));
        assertThat(run("get", "shop", "dist")).isEqualTo(1);
        assertThat(text()).contains("dist/link   is not a regular file");
    }

    @Test
    void aGuestThatSendsAnotherFileIsRefused() throws Exception {
        file("a", "one", null);
        Files.delete(guest.resolve("a"));
        Files.createSymbolicLink(guest.resolve("a"), Path.of("/etc/passwd"));
        assertThat(run("get", "shop", "a")).isEqualTo(1);
        assertThat(text()).contains("a symbolic link");
        assertThat(to.resolve("a")).doesNotExist();
    }

    @Test
    void artifactsHaveOnePatternEachAndLeaveTheSandboxAlone() throws Exception {
        file("dist/a", "one", null);
        assertThat(run("sync", "--artifacts", "dist/**", "shop")).isZero();
        assertThat(asked).containsExactly(List.of("dist/**"));
        assertThat(to.resolve("dist/a")).exists();
        assertThat(run("sync", "shop", "--artifacts", "dist", "--artifacts", "/workspace/out"))
                .isZero();
        assertThat(asked.getLast()).containsExactly("dist", "out");
    }

    @Test
    void programsReadAReport() throws Exception {
        file("dist/a", "one", null);
        assertThat(run("get", "shop", "dist", "--json")).isZero();
        assertThat(text()).contains("\"copied\"", "\"dist/a\"", "\"complete\"");
    }

    @Test
    void aProjectsPatternsAreConfirmedOnceForEachContent() throws Exception {
        Path project = temp.resolve("project");
        Path _ = Files.createDirectories(project.resolve(".belljar"));
        Map<String, String> environment =
                Map.of("XDG_DATA_HOME", temp.resolve("data").toString());
        Path file = project.resolve(".belljar/sync.toml");
        assertThatThrownBy(() -> ProposedArtifacts.of(project, environment)).hasMessageContaining("does not exist");
        Files.writeString(file, "artifacts = [\"dist/**\", \"/workspace/out\"]\n");
        ProposedArtifacts first = ProposedArtifacts.of(project, environment);
        assertThat(first.patterns()).containsExactly("dist/**", "out");
        assertThat(first.confirmed()).isFalse();
        first.confirm();
        assertThat(ProposedArtifacts.of(project, environment).confirmed()).isTrue();
        Files.writeString(file, "artifacts = [\"**\"]\n");
        assertThat(ProposedArtifacts.of(project, environment).confirmed()).isFalse();
        for (String wrong : List.of(
                "artifacts = \"dist\"",
                "artifacts = []",
                "artifacts = [1]",
                "= x",
                "other = 1",
                "artifacts = [\"a\\u001bb\"]")) {
            Files.writeString(file, wrong);
            assertThatThrownBy(() -> ProposedArtifacts.of(project, environment)).isInstanceOf(IOException.class);
        }
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/etc/hostname"));
        assertThatThrownBy(() -> ProposedArtifacts.of(project, environment)).isInstanceOf(IOException.class);
    }

    @Test
    void pathsOfTheWorkspaceCanBeAbsolute() {
        assertThat(WorkspacePath.relative("/workspace/a/b")).isEqualTo("a/b");
        assertThat(WorkspacePath.relative("./a")).isEqualTo("a");
        assertThat(WorkspacePath.relative("/etc")).isEqualTo("/etc");
        assertThat(WorkspacePath.absolute(".")).isEqualTo("/workspace");
        assertThat(WorkspacePath.absolute("data/")).isEqualTo("/workspace/data");
        assertThat(WorkspacePath.absolute("/home/agent")).isEqualTo("/home/agent");
    }

    private void file(String path, String text, @Nullable String risk) throws IOException {
        Path file = guest.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        files.add(new GuestFile(path, text.length(), 1_700_000_000_000L, false, risk));
    }

    private String text() {
        String text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private int run(String... words) {
        ScriptedClient agent = new ScriptedClient()
                .on(FilesApi.LIST, (id, request) -> {
                    asked.add(request.patterns());
                    return new GuestFiles(files, refused, true);
                })
                .archives(request -> archive(request.paths()));
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--to", to.toString()));
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Belljar.line(CommandSession.with(agent, question -> null, printer, printer))
                .execute(all.toArray(String[]::new));
    }

    private InputStream archive(List<String> paths) {
        try {
            List<String> argv = new ArrayList<>(List.of("tar", "--create", "--file=-"));
            argv.addAll(paths);
            Process tar = new ProcessBuilder(argv).directory(guest.toFile()).start();
            byte[] archive = tar.getInputStream().readAllBytes();
            assertThat(tar.waitFor(1, TimeUnit.MINUTES)).isTrue();
            return new ByteArrayInputStream(archive);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
