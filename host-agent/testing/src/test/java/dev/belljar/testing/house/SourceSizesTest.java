package dev.belljar.testing.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that packages, files, methods and constructors keep their sizes, and that larger ones are found.
class SourceSizesTest {
    private static SourceSizes real;

    @TempDir
    private Path folder;

    private Path sources;

    @BeforeAll
    static void read() throws IOException {
        real = SourceSizes.read(Checkout.root());
    }

    @BeforeEach
    void create() throws IOException {
        sources = Files.createDirectories(folder.resolve("host-agent/one/src/main/java/one"));
    }

    @Test
    void everythingIsWithinTheLimits() throws IOException {
        assertThat(SizeExceptions.read().tooLarge(real)).isEmpty();
    }

    @Test
    void eachExceptionIsStillNeeded() throws IOException {
        assertThat(SizeExceptions.read().unused(real)).isEmpty();
    }

    @Test
    void theCodeOfEveryModuleIsSeen() {
        assertThat(real.filesInPackages())
                .containsKeys(
                        "app/src/main/java/dev/belljar/app",
                        "host-agent/bench/src/main/java/dev/belljar/bench",
                        "host-agent/client/src/main/java/dev/belljar/client",
                        "host-agent/contract/src/main/java/dev/belljar/contract/view/work",
                        "host-agent/daemon/src/main/java/dev/belljar/agent",
                        "host-agent/mcp/src/main/java/dev/belljar/mcp");
        assertThat(real.linesInMethods()).hasSizeGreaterThan(4_000);
        assertThat(real.constructorParameters()).hasSizeGreaterThan(500);
    }

    @Test
    void aPackageWithTooManyFilesIsFound() throws IOException {
        for (int i = 0; i < 26; i++) {
            Files.writeString(sources.resolve("A" + i + ".java"), "package one;\nclass A" + i + " {}\n");
        }
        Files.writeString(sources.resolve("package-info.java"), "package one;\n");
        assertThat(found("")).containsExactly("files 26 host-agent/one/src/main/java/one: at most 25");
    }

    @Test
    void aLongFileIsFoundUnlessItsTypeExplainsItself() throws IOException {
        String body = "package one;\n/// Does much.\n%sclass Long {\n" + "    int a;\n".repeat(348) + "}\n";
        Path file = Files.writeString(sources.resolve("Long.java"), body.formatted(""));
        assertThat(found("")).containsExactly("lines 352 Long.java: at most 350");
        Files.writeString(file, body.formatted("/// Why.\n".repeat(7)));
        assertThat(found("")).isEmpty();
    }

    @Test
    void aLongMethodAndALongConstructorAreFound() throws IOException {
        writeMuch();
        assertThat(found(""))
                .containsExactly("method 41 Much.java#run: at most 40", "parameters 8 Much.java#Much: at most 7");
    }

    @Test
    void anExceptionHoldsForItsSizeOnlyAndIsRemovedWhenItIsNotNeeded() throws IOException {
        writeMuch();
        String file = "Much.java";
        String needed = "method 41 %s#run: a table\n".formatted(file);
        assertThat(found(needed + "parameters 7 %s#Much: wiring\n".formatted(file)))
                .containsExactly("parameters 8 %s#Much: at most 7".formatted(file));
        assertThat(SizeExceptions.of(needed + "lines 400 %s: a table\n".formatted(file))
                        .unused(SourceSizes.read(folder)))
                .containsExactly("lines " + file);
    }

    @Test
    void anExceptionNeedsAReason() {
        assertThatThrownBy(() -> SizeExceptions.of("files 30 one:"))
                .hasMessageContaining("expected “KIND SIZE PLACE: WHY”");
    }

    private void writeMuch() throws IOException {
        Files.writeString(sources.resolve("Much.java"), """
                package one;
                class Much {
                    Much(int a, int b, int c, int d, int e, int f, int g, int h) {}
                    void run(
                            int a) {
                %s    }
                    record Fields(int a, int b, int c, int d, int e, int f, int g, int h) {}
                }
                """.formatted("        a++; // {\n".repeat(39)));
    }

    private List<String> found(String exceptions) throws IOException {
        return SizeExceptions.of(exceptions).tooLarge(SourceSizes.read(folder));
    }
}
