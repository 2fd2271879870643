package dev.belljar.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests a build in a possibly hostile machine, with a cargo on this host that logs its arguments.
@Timeout(60)
@Tag("slow")
class MachineBuildTest {
    private static final Crate CRATE = ZellijTool.CRATE;
    private static final Path PROGRAM = Path.of("/usr/bin/env");

    @TempDir
    private Path folder;

    private final FakeBuildMachine machine = new FakeBuildMachine();
    private final List<String> steps = new ArrayList<>();
    private String version = "1.95.0";
    private BuildDeadline.Limits limits = BuildDeadline.Limits.USUAL;
    private DiskReserve reserve = DiskReserve.NONE;

    @BeforeEach
    void rust() throws Exception {
        Path rust = folder.resolve("rust");
        Files.createDirectories(rust.resolve("lib/rustlib/x86_64-unknown-linux-gnu/lib"));
        Files.writeString(rust.resolve("lib/librustc_driver.so"), "a compiler");
        program(rust.resolve("bin/cargo"), """
                        echo "$*" >>%1$s/cargo.log
                        case " $* " in
                            *" --version "*) echo "cargo $(cat %1$s/version) (f2d3ce0bd 2026-03-21)" ;;
                            *" info "*) mkdir -p $CARGO_HOME/registry/src/x/zellij-0.45.1; touch $CARGO_HOME/registry/src/x/zellij-0.45.1/Cargo.toml ;;
                        esac
                        """);
        program(rust.resolve("bin/rustc"), "echo \"$(cat %1$s/sysroot)\"");
        Files.writeString(folder.resolve("sysroot"), rust.toString());
        Files.writeString(folder.resolve("version"), version);
        Files.writeString(folder.resolve("debian-version"), "1.96.0");
        program(folder.resolve("build-image"), """
                        test -e %1$s/debian-version || { echo "the archive did not respond" >&2; exit 1; }
                        mkdir -p "$2/bin" "$2/lib/rustlib/x86_64-unknown-linux-gnu" "$2/lib/x86_64-linux-gnu"
                        sed -e 's,^echo.*>>.*,echo "$LD_LIBRARY_PATH $*" >>%1$s/debian.log,' -e 's,%1$s/version,%1$s/debian-version,' \\
                            %1$s/rust/bin/cargo >"$2/bin/cargo"
                        sed -i '2i test -x "$RUSTC" || { echo "no rustc" >&2; exit 1; }' "$2/bin/cargo"
                        cp %1$s/rust/bin/rustc "$2/bin/rustc"
                        chmod +x "$2/bin/cargo"
                        """);
        machine.gives = Files.newInputStream(PROGRAM);
    }

    @Test
    void aBuiltProgramIsKeptWithItsDigestAndNotExecutable() throws Exception {
        machine.says("   Compiling libc v0.2.1\n   Compiling zellij v0.45.1\n");
        run();
        Path kept = folder.resolve("cache/0.45.1/zellij");
        assertThat(kept).hasSameBinaryContentAs(PROGRAM);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
        String digest = ToolFile.of(PROGRAM, "").digest();
        assertThat(Files.readString(folder.resolve("cache/0.45.1/zellij.sha256")))
                .isEqualTo(digest + "  zellij\n");
        assertThat(steps).contains("Compiling libc v0.2.1", "Compiling zellij v0.45.1");
        assertThat(machine.destroyed).isEqualTo(1);
        assertThat(machine.brought).as("Rust and crates").isPositive();
        assertThat(folder.resolve("cache/.0.45.1.new")).doesNotExist();
    }

    @Test
    void theHostFetchesTheCratesAndRunsNothingOfThem() throws Exception {
        run();
        List<String> asked = Files.readAllLines(folder.resolve("cargo.log"));
        assertThat(asked).hasSize(3);
        assertThat(asked.get(0)).isEqualTo("--version");
        assertThat(asked.get(1)).contains("info").contains("zellij@0.45.1");
        assertThat(asked.get(2)).contains("vendor").contains("--locked");
        assertThat(asked).noneMatch(words -> words.matches(".*\\b(build|install|run|check|test)\\b.*"));
    }

    @Test
    void theMachineBuildsWithTheSameProfileAndNoNetwork() throws Exception {
        run();
        ExecCommand build = build();
        assertThat(build.env()).containsAllEntriesOf(CrateBuild.PROFILE);
        assertThat(build.env().get("BELLJAR_SCRIPT")).contains("--frozen");
        assertThat(build.timeoutMillis()).isPositive();
    }

    @Test
    void aBuiltProgramIsReadyWithoutAVersionCheck() throws Exception {
        // `env --version` does not mention Zellij, so a version check would reject it.
        run();
        try (ZellijTool zellij = ZellijTool.of(
                Map.of("PATH", "/nowhere"), folder.resolve("none"), DiskReserve.NONE, debian(), _ -> {})) {
            assertThat(zellij.status().state()).isEqualTo("missing");
        }
        Files.createDirectory(folder.resolve("all"));
        Files.move(folder.resolve("cache"), folder.resolve("all/zellij"));
        try (ZellijTool zellij =
                ZellijTool.of(Map.of("PATH", "/nowhere"), folder.resolve("all"), DiskReserve.NONE, debian(), _ -> {})) {
            ToolStatus status = zellij.status();
            assertThat(status.state()).isEqualTo("ready");
            assertThat(status.version()).isEqualTo("0.45.1");
            assertThat(status.origin()).contains("in a sandbox");
        }
    }

    @Test
    void aFileWithAnotherDigestIsNotUsed() throws Exception {
        run();
        ToolStore store = new ToolStore(folder.resolve("cache"), CRATE);
        assertThat(store.find(false)).isPresent();
        Files.copy(
                Path.of("/usr/bin/true"),
                folder.resolve("cache/0.45.1/zellij"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(store.find(false)).isEmpty();
        Files.delete(folder.resolve("cache/0.45.1/zellij.sha256"));
        assertThat(store.find(false)).isEmpty();
    }

    @Test
    void anEndlessFileIsRefused() {
        machine.gives = new InputStream() {
            @Override
            public int read() {
                return 0;
            }

            @Override
            public int read(byte[] bytes, int at, int length) {
                return length;
            }
        };
        refused("larger than 1 MiB");
    }

    @Test
    void aFileThatIsNoProgramIsRefused() {
        machine.gives = new ByteArrayInputStream(
                "#!/bin/sh\nrm -rf ~\n".concat("#".repeat(100)).getBytes(StandardCharsets.US_ASCII));
        refused("not a 64-bit ELF program");
    }

    @Test
    void anEmptyFileIsRefused() {
        machine.gives = InputStream.nullInputStream();
        refused("it is truncated");
    }

    @Test
    void aFailedBuildReportsItsLastLinesWithoutControlCharacters() {
        machine.code = 101;
        machine.says("\u001b]0;owned\u0007error: it does not compile\n" + "x".repeat(1 << 20));
        refused("?]0;owned?error: it does not compile");
        assertThat(steps).allMatch(step -> step.length() <= 300 && step.indexOf('\u001b') < 0);
    }

    @Test
    void aBuildThatIsCancelledDestroysItsMachine() throws Exception {
        machine.endless = true;
        Thread worker = Thread.ofVirtual()
                .name("build")
                .start(() -> assertThatThrownBy(this::run).isInstanceOf(InterruptedException.class));
        machine.building.await();
        worker.interrupt();
        worker.join();
        assertThat(machine.destroyed).isEqualTo(1);
        assertThat(folder.resolve("cache/.0.45.1.new")).doesNotExist();
    }

    /// A hostile guest ignores the time limit of a command.
    @ParameterizedTest
    @CsvSource({
        "make,Starting a sandbox for the build,0",
        "belljar-build-in,Copying Rust into the sandbox,1",
        "belljar-build,Compiling,1",
        "/var/tmp/belljar-build/target/release/zellij,Copying the program out of the sandbox,1"
    })
    void aMachineThatStallsIsGivenUpAndDestroyed(String command, String step, int destroyed) {
        Duration brief = Duration.ofSeconds(3);
        limits = new BuildDeadline.Limits(brief, brief, brief, Duration.ofHours(1));
        machine.stalls = command;
        assertThatThrownBy(this::run)
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("the step \"" + step + "\" made no progress for 3 s");
        assertThat(Thread.interrupted()).as("only the step is interrupted").isFalse();
        assertThat(machine.destroyed).isEqualTo(destroyed);
        assertThat(folder.resolve("cache/.0.45.1.new")).doesNotExist();
    }

    @Test
    void anEndlessBuildIsGivenUpAtTheTimeLimit() {
        Duration hour = Duration.ofHours(1);
        limits = new BuildDeadline.Limits(hour, hour, Duration.ofMinutes(1), Duration.ofSeconds(4));
        machine.endless = true;
        machine.says = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    Thread.sleep(50);
                    return '.';
                } catch (InterruptedException e) {
                    throw new InterruptedIOException("interrupted");
                }
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                into[offset] = (byte) read();
                return 1;
            }
        };
        refused("the step \"Compiling\" was still running when the time limit of 4 s was reached");
    }

    @Test
    void aBuildThatWouldTouchTheReserveIsRefusedWithFigures() throws Exception {
        long free = DiskReserve.NONE.room(folder);
        reserve = DiskReserve.of(free - (1L << 30));
        assertThatThrownBy(this::run).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e.code()).isEqualTo(ToolException.NO_ROOM);
            assertThat(e).hasMessageContaining("needs up to 2,304 MiB").hasMessageContaining("MiB are free");
            assertThat(e.hint()).contains("belljar trash empty");
        });
        assertThat(machine.made).isZero();
        assertThat(folder.resolve("cargo.log")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"1.94.2,", "1.95.0,/usr"})
    void aRustThatDoesNotFitIsReplacedByThatOfDebian(String version, @Nullable String sysroot) throws Exception {
        Files.writeString(folder.resolve("version"), version);
        if (sysroot != null) {
            Files.writeString(folder.resolve("sysroot"), sysroot);
        }
        run();
        assertThat(steps).contains("Downloading Rust from Debian");
        assertThat(Files.readAllLines(folder.resolve("debian.log")))
                .as("every call of Debian's cargo finds its libraries")
                .isNotEmpty()
                .allMatch(line -> line.matches("/.*/rust/lib/x86_64-linux-gnu .*"))
                .anyMatch(line -> line.contains("vendor"));
        assertThat(build().env())
                .containsEntry("LD_LIBRARY_PATH", "/opt/belljar/rust/lib/x86_64-linux-gnu")
                .containsEntry("RUSTC", "/opt/belljar/rust/bin/rustc");
        assertThat(folder.resolve("cache/0.45.1/zellij")).hasSameBinaryContentAs(PROGRAM);
    }

    @Test
    void aRustThatCannotBeStartedIsReplacedByThatOfDebian() throws Exception {
        Files.writeString(folder.resolve("rust/bin/rustc"), "#!/nowhere/sh\n");
        run();
        assertThat(steps).contains("Downloading Rust from Debian");
    }

    @Test
    void anOldRustOfDebianIsRefusedBeforeThereIsAMachine() throws Exception {
        Files.writeString(folder.resolve("version"), "1.94.2");
        Files.writeString(folder.resolve("debian-version"), "1.85.0");
        assertThatThrownBy(this::run).hasMessageContaining("1.95").hasMessageContaining("1.85.0");
        assertThat(machine.made).isZero();
    }

    @Test
    void aDebianMirrorThatDoesNotAnswerIsReportedWithAHint() throws Exception {
        Files.delete(folder.resolve("debian-version"));
        Files.writeString(folder.resolve("version"), "1.94.2");
        assertThatThrownBy(this::run).isInstanceOfSatisfying(ToolException.class, e -> {
            assertThat(e).hasMessageContaining("the archive did not respond");
            assertThat(e.hint()).contains("rustup");
        });
        assertThat(machine.made).isZero();
        assertThat(folder.resolve("cache/.0.45.1.new")).doesNotExist();
    }

    private void refused(String why) {
        assertThatThrownBy(this::run).isInstanceOf(ToolException.class).hasMessageContaining(why);
        assertThat(machine.destroyed).isEqualTo(1);
        assertThat(folder.resolve("cache/0.45.1")).doesNotExist();
        assertThat(folder.resolve("cache/.0.45.1.new")).doesNotExist();
    }

    private ExecCommand build() {
        return machine.commands.stream()
                .filter(command -> command.argv().getLast().equals("belljar-build"))
                .findFirst()
                .orElseThrow();
    }

    /// A `build-image` that unpacks a Rust whose cargo logs its libraries and arguments.
    private DebianRust debian() {
        return new DebianRust(folder.resolve("build-image"));
    }

    private void run() throws Exception {
        List<Path> path = List.of(folder.resolve("rust/bin"));
        CrateBuild build = new CrateBuild(folder.resolve("cache"), CRATE, reserve);
        build.run(
                new MachineBuild(
                        machine, path, debian(), folder.resolve("cache"), folder.resolve("own"), 1 << 20, limits),
                (percent, step) -> steps.add(step));
    }

    private void program(Path file, String script) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script.formatted(folder) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
