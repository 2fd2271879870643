package dev.belljar.agent.sync.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.LocalGuest;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which files of a guest are found, and that a hostile list of files is judged on the host.
class FileFinderTest {
    @TempDir
    private Path temp;

    private Path workspace;
    private LocalGuest guest;

    @BeforeEach
    void prepare() throws Exception {
        workspace = Files.createDirectories(temp.resolve("workspace"));
        guest = new LocalGuest(workspace, temp);
    }

    @Test
    void filesAndFoldersAreFoundByPathAndPattern() throws Exception {
        for (String path : List.of("dist/app.js", "dist/deep/map.js", "dist/note.txt", "other.txt", "dist2/no.js")) {
            write(path);
        }
        assertThat(found("dist")).containsExactly("dist/app.js", "dist/deep/map.js", "dist/note.txt");
        assertThat(found("dist/*.js")).containsExactly("dist/app.js");
        assertThat(found("**/*.js")).containsExactly("dist/app.js", "dist/deep/map.js", "dist2/no.js");
        assertThat(found("dist/**")).containsExactly("dist/app.js", "dist/deep/map.js", "dist/note.txt");
        assertThat(found("other.tx?", "dist/note.txt", "dist/n*")).containsExactly("dist/note.txt", "other.txt");
        assertThat(found("nothing", "DIST")).isEmpty();
    }

    @Test
    void aFileIsDescribed() throws Exception {
        Path tool = write("bin/tool");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setLastModifiedTime(tool, FileTime.fromMillis(1_700_000_000_000L));
        assertThat(find("bin").files()).containsExactly(new GuestFile("bin/tool", 1, 1_700_000_000_000L, true, null));
    }

    @Test
    void whatCouldRunOnTheHostSaysWhy() throws Exception {
        for (String path : List.of(".envrc", "package.json", "Makefile", ".vscode/tasks.json", "-rf", "plain.txt")) {
            write("out/" + path);
        }
        List<GuestFile> files = find("out").files();
        assertThat(files.stream().filter(file -> file.risk() == null).map(GuestFile::path))
                .containsExactly("out/plain.txt");
        assertThat(files).hasSize(6);
    }

    @Test
    void onlyRegularFilesWithHarmlessNamesAreCopied() throws Exception {
        write("out/.GIT/config");
        write("out/git~1/hooks");
        write("out/.gi\u200ct/x");
        write("out/new\nline");
        write("out/a");
        write("out/A");
        write("out/.git/hidden");
        Files.createSymbolicLink(workspace.resolve("out/link"), Path.of("/etc/passwd"));
        assertThat(new ProcessBuilder("mkfifo", workspace.resolve("out/pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        GuestFiles found = find("out");
        assertThat(found.files()).extracting(GuestFile::path).containsExactly("out/A");
        assertThat(found.refused())
                .extracting(RefusedFile::path)
                .containsExactlyInAnyOrder(
                        "out/.GIT/config",
                        "out/git~1/hooks",
                        "out/.gi\\xe2\\x80\\x8ct/x",
                        "out/new\\x0aline",
                        "out/a",
                        "out/link",
                        "out/pipe");
        assertThat(found.complete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../x", "a/../b", "", "a//b", "a/./b", "a\nb", "*************", "a\u202eb"})
    void aPatternIsAPathInTheWorkspace(String pattern) {
        assertThatThrownBy(() -> new FileFinder(List.of(pattern))).isInstanceOf(SyncException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f 1 1 644 ./out/../../etc/passwd",
                "f 1 1 644 ./out/./x",
                "f 1 1 644 ./out//x",
                "f 1 1 644 /out/x",
                "f 1 1 644 out/x",
                "f x 1 644 ./out/x",
                "f 1 1 9 ./out/x",
                "f 1 1 644 ./other/x",
                "nonsense",
                "d 1 1 755 ./out/x",
            })
    void aHostileListNamesNoOtherFile(String entry) throws Exception {
        LocalGuest hostile = saying("printf '%s\\0' '" + entry + "'");
        assertThat(new FileFinder(List.of("out")).find(hostile).files()).isEmpty();
    }

    @Test
    void aListWithoutEndIsCut() throws Exception {
        LocalGuest hostile = saying("yes 'f 1 1 644 ./out/x' | tr '\\n' '\\0'");
        GuestFiles found = new FileFinder(List.of("out")).find(hostile);
        assertThat(found.complete()).isFalse();
        assertThat(found.files()).extracting(GuestFile::path).containsExactly("out/x");
    }

    @Test
    void absurdTimesAreBounded() throws Exception {
        LocalGuest hostile = saying("printf 'f 999999999999999999 999999999999.9 644 ./out/x\\0f 0 -99 0 ./out/y\\0'");
        assertThat(new FileFinder(List.of("out")).find(hostile).files())
                .containsExactly(
                        new GuestFile("out/x", 999_999_999_999_999_999L, 4_102_444_800_000L, false, null),
                        new GuestFile("out/y", 0, 0, false, null));
    }

    @Test
    void filesFromTheHostAreExcludedFromGit() throws Exception {
        GitFixture inside = GitFixture.sample(workspace);
        String data = inside.folder().resolve("data").toString();
        for (int i = 0; i < 2; i++) {
            new FilePlacement(new PrepareFiles(data, List.of("a [1]*.csv", "#x"))).run(guest);
        }
        inside.write("data/a [1]*.csv", "1").write("data/#x", "2").write("data/seen", "3");
        assertThat(inside.status()).isEqualTo("?? data/seen");
        assertThat(inside.read(".git/info/exclude").lines().filter(line -> line.startsWith("/data")))
                .hasSize(2);
        assertThatThrownBy(() -> new FilePlacement(
                                new PrepareFiles(inside.folder().toString(), List.of("new.txt", "README.md")))
                        .run(guest))
                .isInstanceOf(SyncException.class)
                .hasMessageMatching("git in the sandbox tracks .*README.md");
        String outside = temp.resolve("no/repository").toString();
        new FilePlacement(new PrepareFiles(outside, List.of("x"))).run(guest);
        assertThat(Path.of(outside)).isDirectory();
    }

    @Test
    void aFolderOfTheGuestIsAnAbsolutePath() {
        for (Map.Entry<String, String> wrong : Map.of(
                        "data", "x", "/a/../b", "x", "/a\nb", "x", "/a", "../x", "/b", "x\ny")
                .entrySet()) {
            assertThatThrownBy(() ->
                            new FilePlacement(new PrepareFiles(wrong.getKey(), List.of(wrong.getValue()))).run(guest))
                    .isInstanceOf(SyncException.class);
        }
    }

    private Path write(String path) throws Exception {
        Path file = workspace.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "x");
    }

    private List<String> found(String... patterns) throws Exception {
        return find(patterns).files().stream().map(GuestFile::path).toList();
    }

    private GuestFiles find(String... patterns) throws Exception {
        return new FileFinder(List.of(patterns)).find(guest);
    }

    // A guest whose scripts do this instead.
    private LocalGuest saying(String script) {
        return new LocalGuest(workspace, temp) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                return super.exec(ExecCommand.of("sh", "-c", script));
            }
        };
    }
}
