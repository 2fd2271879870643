package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.pty4j.PtyProcessBuilder;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the Java options with which checkout and package start programs: native libraries are loaded from the folder
/// of
/// the jars, and none is written to a folder for temporary files, which may not permit code.
@Timeout(120)
class NativeLibrariesTest {
    /// Starts this test's program instead of the window, without a folder for temporary files.
    private static final String LOADER = """
            #!/bin/bash
            args=()
            for word; do
                case $word in
                    "$JARS/*") word=$CP ;;
                    dev.belljar.app.BelljarWindow) word=$MAIN ;;
                esac
                args+=("$word")
            done
            exec "$JDK/bin/java" "-Djava.io.tmpdir=$NOWHERE" "-Duser.home=$NOWHERE" "${args[@]}"
            """;

    @TempDir
    Path folder;

    @Test
    void noNativeLibraryIsUnpackedWhenAProgramStarts() throws Exception {
        Path jars = Files.createDirectories(folder.resolve("the jars"));
        unpack("/com/sun/jna/linux-x86-64/libjnidispatch.so", jars.resolve("libjnidispatch.so"));
        unpack("/org/sqlite/native/Linux/x86_64/libsqlitejdbc.so", jars.resolve("libsqlitejdbc.so"));
        String zstd = "libzstd-jni-" + zstdVersion() + ".so";
        unpack("/linux/amd64/" + zstd, jars.resolve(zstd));
        unpack("/resources/com/pty4j/native/linux/x86-64/libpty.so", jars.resolve("libpty.so"));
        Files.createSymbolicLink(Files.createDirectory(jars.resolve("linux")).resolve("x86-64"), Path.of(".."));
        assertThat(launched(jars, LOADER)).endsWith("all loaded\n");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    /// Without the option, the library is loaded from its jar.
    @Test
    void aFolderWithoutTheZstandardLibraryIsNotNamed() throws Exception {
        Path jars = Files.createDirectories(folder.resolve("the jars"));
        String words = "#!/bin/bash\nprintf '%s\\n' \"$@\"\n";
        assertThat(launched(jars, words))
                .contains("-Djna.boot.library.path=" + jars)
                .doesNotContain("Zstd");
        Path library = Files.createFile(jars.resolve("libzstd-jni-1.so"));
        assertThat(launched(jars, words)).contains("-DZstdNativePath=" + library + "\n");
    }

    /// Starts a script instead of Java, with the launcher's own command line, and returns what it printed.
    private String launched(Path jars, String script) throws IOException, InterruptedException {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, script);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder builder = new ProcessBuilder(
                        "bash",
                        "-c",
                        "JAVA_HOME=$1; classpath_of() { classpath=$JARS/*; }; . \"$2\"; launch window --recorded",
                        "bash",
                        folder.resolve("jdk").toString(),
                        home().resolve("installers/launch").toString())
                .redirectErrorStream(true);
        builder.environment().put("JARS", jars.toString());
        builder.environment().put("CP", System.getProperty("java.class.path"));
        builder.environment().put("MAIN", Loader.class.getName());
        builder.environment().put("JDK", System.getProperty("java.home"));
        builder.environment().put("NOWHERE", folder.resolve("nowhere").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static void unpack(String resource, Path to) throws IOException {
        try (InputStream in = NativeLibrariesTest.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(in, resource), to);
        }
    }

    private static String zstdVersion() {
        String jar =
                String.valueOf(Zstd.class.getProtectionDomain().getCodeSource().getLocation());
        return jar.replaceAll(".*/zstd-jni-(.*)\\.jar", "$1");
    }

    private static Path home() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }

    /// Uses each library that has a native part, except JavaFX, which has a cache folder of its own.
    static final class Loader {
        private Loader() {}

        public static void main(String[] args) throws Exception {
            Native.load(Platform.C_LIBRARY_NAME, com.sun.jna.Library.class);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
                connection.createStatement().execute("select 1");
            }
            Zstd.compress(new byte[10]);
            new PtyProcessBuilder(new String[] {"true"}).start().waitFor();
            System.out.println("all loaded");
        }
    }
}
