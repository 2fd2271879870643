package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.LocalCommand;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests to which places `belljar cp` copies, with real tar, and with a folder of the test as the guest.
class CpCommandTest {
    @TempDir
    private Path temp;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<GuestFile> files = new ArrayList<>();
    private final List<RefusedFile> refused = new ArrayList<>();
    private final List<PrepareFiles> prepared = new ArrayList<>();
    private Path guest;
    private Path here;

    @BeforeEach
    void prepare() throws Exception {
        guest = Files.createDirectories(temp.resolve("guest"));
        here = Files.createDirectories(temp.resolve("here"));
    }

    @Test
    void aFileGetsTheNameOfTheTargetOrIsPutIntoIt() throws Exception {
        file("dist/a.txt", "one", null);
        assertThat(run("cp", "shop:dist/a.txt", here.toString())).isZero();
        assertThat(here.resolve("a.txt")).content().isEqualTo("one");
        assertThat(run("cp", "shop:/workspace/dist/a.txt", here.resolve("b.txt").toString()))
                .isZero();
        assertThat(text()).contains("Copied 1 file (3 B) to " + here.resolve("b.txt"));
        assertThat(here.resolve("b.txt")).content().isEqualTo("one");
        assertThat(run("cp", "shop:dist/a.txt", here.resolve("b.txt").toString()))
                .isZero();
        assertThat(text()).contains("1 file already at " + here.resolve("b.txt"));
    }

    @Test
    void aFolderIsTheTargetIfThatIsNewAndElseInIt() throws Exception {
        file("dist/a", "one", null);
        file("dist/deep/b", "two", null);
        String target = here.resolve("out").toString();
        assertThat(run("cp", "shop:dist", target)).isZero();
        assertThat(here.resolve("out/deep/b")).content().isEqualTo("two");
        assertThat(run("cp", "shop:dist/", target)).isZero();
        assertThat(here.resolve("out/dist/deep/b")).content().isEqualTo("two");
        assertThat(run("cp", "shop:dist/.", here.toString())).isZero();
        assertThat(here.resolve("a")).content().isEqualTo("one");
        assertThat(run("cp", "shop:.", here.resolve("all").toString())).isZero();
        assertThat(here.resolve("all/dist/deep/b")).content().isEqualTo("two");
    }

    @Test
    void otherFilesHereAreReplacedOnlyByForce() throws Exception {
        file("a", "theirs", null);
        Path mine = Files.writeString(here.resolve("mine"), "mine");
        assertThat(run("cp", "shop:a", mine.toString())).isEqualTo(1);
        assertThat(text()).contains("--force");
        assertThat(mine).content().isEqualTo("mine");
        assertThat(run("cp", "shop:a", mine.toString(), "--force")).isZero();
        assertThat(mine).content().isEqualTo("theirs");
    }

    @Test
    void noLinkHereIsFollowedUnderTheNewName() throws Exception {
        file("a", "theirs", null);
        Path secret = Files.writeString(temp.resolve("secret"), "mine");
        Files.createSymbolicLink(here.resolve("link"), secret);
        assertThat(run("cp", "shop:a", here.resolve("link").toString(), "--force"))
                .isEqualTo(1);
        assertThat(text()).contains("a link, a folder or something else is in the way");
        assertThat(secret).content().isEqualTo("mine");
    }

    @Test
    void whatCouldRunHereAndWhatIsNoFileIsNotCopied() throws Exception {
        file("dist/Makefile", "all:", "make runs it");
        refused.add(new RefusedFile("dist/link", "is not a regular file"));
        String target = here.resolve("out").toString();
        assertThat(run("cp", "shop:dist", target)).isEqualTo(1);
        assertThat(text()).contains("▲ dist/Makefile", "dist/link   is not a regular file");
        assertThat(here.resolve("out/Makefile")).doesNotExist();
        assertThat(run("cp", "shop:dist/Makefile", here.resolve("m").toString(), "--allow", "dist/Makefile"))
                .isEqualTo(1);
        assertThat(here.resolve("m")).content().isEqualTo("all:");
    }

    @Test
    void aGuestThatSendsAnotherFileIsRefused() throws Exception {
        file("a", "one", null);
        Files.delete(guest.resolve("a"));
        Files.createSymbolicLink(guest.resolve("a"), Path.of("/etc/passwd"));
        assertThat(run("cp", "shop:a", here.resolve("b").toString())).isEqualTo(1);
        assertThat(text()).contains("a symbolic link");
        assertThat(here.resolve("b")).doesNotExist();
    }

    @Test
    void whatDoesNotFitIsSaidBeforeAnythingIsCopied() throws Exception {
        assertThat(run("cp", "shop:nothing", here.toString())).isEqualTo(1);
        assertThat(text()).contains("/workspace/nothing in shop: there is no such file");
        file("dist/a", "one", null);
        Path taken = Files.writeString(here.resolve("taken"), "mine");
        assertThat(run("cp", "shop:dist", taken.toString())).isEqualTo(1);
        assertThat(text()).contains("a folder cannot be copied onto a file");
        assertThat(run("cp", "shop:dist/a", here.resolve("no/such/b").toString()))
                .isEqualTo(1);
        assertThat(text()).contains(here.resolve("no/such") + ": there is no such folder");
        files.clear();
        file("b", "one", null);
        assertThat(run("cp", "shop:b", here.resolve("new/") + "/")).isEqualTo(1);
        assertThat(text()).contains("there is no such folder");
        assertThat(run("cp", "shop:b/", here.toString())).isEqualTo(1);
        assertThat(text()).contains("expected a folder, but this is a file");
        assertThat(here.toFile().list()).containsExactly("taken");
    }

    @Test
    void aFileGetsANewNameInTheSandbox() throws Exception {
        Path mine = Files.writeString(here.resolve("a b.txt"), "mine");
        assertThat(run("cp", mine.toString(), "shop:" + guest)).isZero();
        assertThat(guest.resolve("a b.txt")).content().isEqualTo("mine");
        assertThat(run("cp", mine.toString(), "shop:" + guest + "/c.txt")).isZero();
        assertThat(text()).contains("Copied 1 file (4 B) to " + guest + "/c.txt in shop");
        assertThat(guest.resolve("c.txt")).content().isEqualTo("mine");
        Files.writeString(mine, "newer");
        assertThat(run("cp", mine.toString(), "shop:" + guest + "/c.txt")).isZero();
        assertThat(guest.resolve("c.txt")).content().isEqualTo("newer");
        assertThat(prepared).contains(new PrepareFiles(guest.toString(), List.of("c.txt")));
    }

    @Test
    void foldersAreCopiedIntoTheSandbox() throws Exception {
        Path folder = Files.createDirectories(here.resolve("in/deep"));
        Files.writeString(folder.resolve("b"), "two");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));
        String source = here.resolve("in").toString();
        assertThat(run("cp", source, "shop:" + guest + "/new")).isEqualTo(1);
        assertThat(text()).contains("Not copied: new/deep/link is a link");
        assertThat(guest.resolve("new/deep/b")).content().isEqualTo("two");
        assertThat(run("cp", source, "shop:" + guest + "/new")).isEqualTo(1);
        assertThat(guest.resolve("new/in/deep/b")).content().isEqualTo("two");
        assertThat(run("cp", source + "/.", "shop:" + guest)).isEqualTo(1);
        assertThat(guest.resolve("deep/b")).content().isEqualTo("two");
        assertThat(guest.resolve("deep/link")).doesNotExist();
        assertThat(prepared).last().isEqualTo(new PrepareFiles(guest.toString(), List.of("deep")));
    }

    @Test
    void whatDoesNotFitInTheSandboxIsSaid() throws Exception {
        Path mine = Files.writeString(here.resolve("a"), "mine");
        Files.createDirectories(guest.resolve("folder/a"));
        Files.writeString(guest.resolve("file"), "theirs");
        assertThat(run("cp", here.resolve("none").toString(), "shop:" + guest)).isEqualTo(1);
        assertThat(text()).contains("none");
        assertThat(run("cp", mine.toString(), "shop:" + guest + "/folder")).isEqualTo(1);
        assertThat(text()).contains(guest + "/folder/a in shop is a folder, and a file cannot be copied onto it");
        assertThat(run("cp", here.toString(), "shop:" + guest + "/file")).isEqualTo(1);
        assertThat(text()).contains(guest + "/file in shop is a file, and a folder cannot be copied onto it");
        assertThat(run("cp", mine.toString(), "shop:" + guest + "/no/such/a")).isEqualTo(1);
        assertThat(text()).contains(guest + "/no/such in shop: there is no such folder", "mkdir -p");
        assertThat(run("cp", mine.toString(), "shop:" + guest + "/new/")).isEqualTo(1);
        assertThat(text()).contains(guest + "/new in shop: there is no such folder");
        assertThat(prepared).isEmpty();
    }

    @Test
    void programsReadReports() throws Exception {
        file("a", "one", null);
        assertThat(run("cp", "shop:a", here.resolve("b").toString(), "--json")).isZero();
        assertThat(text()).contains("\"copied\"", "\"folder\" : \"" + here.resolve("b"));
        assertThat(run("cp", here.resolve("b").toString(), "shop:" + guest, "--json"))
                .isZero();
        assertThat(text()).contains("\"copied\" : [ \"b\" ]", "\"bytes\" : 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a b|                  are both on this computer: write one of them as SANDBOX:PATH",
                "shop:a shop:b|        are both in a sandbox: copy to this computer first",
                "shop:/etc/passwd .|   only files in /workspace can be copied out of a sandbox",
                "shop:../a .|          without \"..\"",
                "a shop:/tmp/../etc|   without \"..\"",
                "shop:a*.txt .|        for patterns, use `belljar get`",
                "shop:~/a .|           expected a path such as /home/agent/file",
                "- shop:a|             for standard input and output, use `belljar exec`",
                "shop:a -|             for standard input and output, use `belljar exec`",
                ":a .|                 if the name of a file on this computer contains a colon",
                "a shop:b --force|     apply only when you copy out of a sandbox"
            })
    void argumentsThatCannotBeUsedAreExplained(String words, String message) {
        List<String> all = new ArrayList<>(List.of("cp"));
        all.addAll(List.of(words.split(" ")));
        assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(text()).contains(message);
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
                .on(FilesApi.LIST, (id, request) -> new GuestFiles(files, refused, true))
                .on(FilesApi.PREPARE, (id, request) -> {
                    prepared.add(request);
                    return created(request);
                })
                .commands(LocalCommand::start)
                .archives(request -> archive(request.paths()));
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Belljar.line(CommandSession.with(agent, question -> null, printer, printer))
                .setErr(new PrintWriter(printer, true, StandardCharsets.UTF_8))
                .execute(words);
    }

    private static Empty created(PrepareFiles request) {
        try {
            Files.createDirectories(Path.of(request.folder()));
            return Empty.NOTHING;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
