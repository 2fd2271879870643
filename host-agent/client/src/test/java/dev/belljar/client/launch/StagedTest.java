package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StagedTest {
    @TempDir
    Path folder;

    private final List<Program> programs = new ArrayList<>();

    @BeforeEach
    void aBuiltModule() throws IOException {
        Files.createDirectories(folder.resolve("module/target/lib"));
        build("one");
        Files.writeString(folder.resolve("module/target/lib/library.jar"), "library");
    }

    @AfterEach
    void endPrograms() throws InterruptedException {
        for (Program program : programs) {
            program.process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aBuildDoesNotChangeTheJarsOfRunningPrograms() throws Exception {
        Path first = program().jars();
        build("two");
        assertThat(first.resolve("module.jar")).hasContent("one");
        assertThat(first.resolve("library.jar")).hasContent("library");
    }

    @Test
    void nativeLibrariesAreCopiedToo() throws Exception {
        Files.writeString(folder.resolve("module/target/lib/libone.so"), "native");
        Path jars = program().jars();
        assertThat(jars.resolve("libone.so")).hasContent("native");
        assertThat(jars.resolve("linux/x86-64/libone.so")).hasContent("native");
    }

    @Test
    void theSameContentIsCopiedOnce() throws Exception {
        assertThat(program().jars()).isEqualTo(program().jars());
    }

    @Test
    void anUnusedCopyIsDeletedWhenTheNextIsMade() throws Exception {
        Program running = program();
        Path first = running.jars();
        build("two");
        Path second = program().jars();
        assertThat(second).isNotEqualTo(first);
        assertThat(first.resolve("module.jar")).hasContent("one");

        programs.forEach(StagedTest::end);
        build("three");
        Path third = program().jars();

        assertThat(third.resolve("module.jar")).hasContent("three");
        assertThat(first).doesNotExist();
        assertThat(second).doesNotExist();
    }

    @Test
    void programsStartedAtOnceShareOneCompleteCopy() throws Exception {
        List<Program> many = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            many.add(program());
        }
        Set<Path> copies = new HashSet<>();
        for (Program program : many) {
            copies.add(program.jars());
        }
        assertThat(copies)
                .singleElement()
                .satisfies(copy -> assertThat(copy.resolve("module.jar")).hasContent("one"));
    }

    @Test
    void anIncompleteCopyIsMadeAgain() throws Exception {
        Program gone = program();
        Path first = gone.jars();
        end(gone);
        Files.delete(first.resolve(".whole"));
        Path again = program().jars();
        assertThat(again).isEqualTo(first);
        assertThat(again.resolve(".whole")).exists();
    }

    private void build(String content) throws IOException {
        Files.writeString(folder.resolve("module/target/module.jar"), content);
    }

    /// A program that runs from its copy until its input ends.
    private Program program() throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("installers/staged"))) {
            at = java.util.Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-euc",
                        ". \"$1\"; staged module \"$2\"; printf '%s\\n' \"$jars\"; exec cat",
                        "bash",
                        at.resolve("installers/staged").toString(),
                        folder.resolve("module").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Process process = builder.start();
        Program program = new Program(process, process.inputReader());
        programs.add(program);
        return program;
    }

    private static void end(Program program) {
        program.process.destroyForcibly();
        try {
            program.process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Program(Process process, BufferedReader said) {
        Path jars() throws IOException {
            return Path.of(said.readLine());
        }
    }
}
