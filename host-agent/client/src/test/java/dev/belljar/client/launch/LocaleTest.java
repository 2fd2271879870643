package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the launcher of checkout and package gives Java a locale whose character set is UTF-8: with any other,
/// Java cannot represent most arguments and file names.
@Timeout(120)
class LocaleTest {
    private static final String ARGUMENT = "Zürich-日本";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "LC_ALL,   xx_YY.UTF-8, C.UTF-8", // not installed
        "LC_CTYPE, xx_YY.utf8,  C.UTF-8",
        "LANG,     xx_YY.UTF-8, C.UTF-8",
        "LANG,     C,           C.UTF-8",
        "LC_ALL,   POSIX,       C.UTF-8",
        "LC_ALL,   C.UTF-8,     C.UTF-8",
        "LC_ALL,   C.utf8,      C.utf8",
        "LANG,     C.UTF-8,     unset"
    })
    void onlyALocaleWithoutUtf8IsReplaced(String variable, String value, String expected) throws Exception {
        Path java = script("echo \"${LC_ALL:-unset}\"");
        assertThat(launched(java, Map.of(variable, value))).isEqualTo(expected + "\n");
    }

    @Test
    void argumentsAreReadEvenIfTheLocaleIsNotInstalled() throws Exception {
        Path java = script("exec '%s/bin/java' -cp \"$CP\" '%s' \"${@: -1}\""
                .formatted(System.getProperty("java.home"), ArgumentPrinter.class.getName()));
        assertThat(launched(java, Map.of("LC_ALL", "xx_YY.UTF-8"))).isEqualTo(ARGUMENT + "\n");
    }

    private Path script(String command) throws IOException {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/bash\n" + command + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        return java;
    }

    private static String launched(Path java, Map<String, String> locale) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "bash",
                "-c",
                "JAVA_HOME=$1; classpath_of() { classpath=$CP; }; . \"$2\"; launch list \"$3\"",
                "bash",
                Objects.requireNonNull(Objects.requireNonNull(java.getParent()).getParent())
                        .toString(),
                launch().toString(),
                ARGUMENT);
        builder.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG"));
        builder.environment().putAll(locale);
        builder.environment().put("CP", System.getProperty("java.class.path"));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private static Path launch() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at.resolve("installers/launch");
    }

    /// Prints its argument as Java has read it, in UTF-8.
    static final class ArgumentPrinter {
        private ArgumentPrinter() {}

        public static void main(String[] args) {
            byte[] bytes = (args[0] + "\n").getBytes(StandardCharsets.UTF_8);
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }
}
