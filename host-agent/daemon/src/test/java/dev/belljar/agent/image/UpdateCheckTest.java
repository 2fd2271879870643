package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the archive is queried rarely, and that a failed check does not count as "no updates".
class UpdateCheckTest {
    @TempDir
    private Path temp;

    private final AtomicLong now = new AtomicLong(1_800_000_000_000L);

    @Test
    void anOfflineArchiveIsAskedOnceAnHour() throws Exception {
        UpdateCheck check = check("echo look >>\"$here/looks\"; exit 1");
        askOften(check);
        assertThat(looks()).isEqualTo(1);
        now.addAndGet(Duration.ofHours(1).toMillis());
        askOften(check);
        assertThat(looks()).isEqualTo(2);
    }

    @Test
    void anAnswerIsKeptForADay() throws Exception {
        UpdateCheck check = check("echo look >>\"$here/looks\"; echo update libssl3 1 2");
        askOften(check);
        assertThat(check.of(bundle()).updates()).containsExactly("libssl3 1 2");
        now.addAndGet(Duration.ofHours(23).toMillis());
        askOften(check);
        assertThat(looks()).isEqualTo(1);
        now.addAndGet(Duration.ofHours(1).toMillis());
        askOften(check);
        assertThat(looks()).isEqualTo(2);
    }

    @Test
    void theScriptAsksARealArchiveAndFailsWhenThatCannotBeAsked() throws Exception {
        Path archive = temp.resolve("archive");
        Path dist = archive.resolve("dists/bookworm-security");
        Files.createDirectories(dist.resolve("main/binary-amd64"));
        Files.writeString(dist.resolve("main/binary-amd64/Packages"), """
                Package: libssl3
                Version: 3.0.99-1
                Architecture: amd64
                Filename: pool/libssl3.deb
                Size: 1
                SHA256: 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b

                """);
        Files.writeString(dist.resolve("Release"), releaseOf(dist));
        Path manifest = Files.writeString(temp.resolve("manifest.json"), """
                {"packages":[{"name":"libssl3","version":"3.0.11-1"},{"name":"zlib1g","version":"1.2"}]}
                """);
        Command.Output said = updates(archive, manifest, "");
        assertThat(said.text()).as(said.errorText()).isEqualTo("update libssl3 3.0.11-1 3.0.99-1\n");
        Path broken = Files.createDirectories(temp.resolve("bin")).resolve("apt-cache");
        Files.writeString(broken, "#!/bin/sh\necho 'E: it broke' >&2\nexit 100\n");
        Files.setPosixFilePermissions(broken, PosixFilePermissions.fromString("rwxr-xr-x"));
        Command.Output failed = updates(archive, manifest, broken.getParent() + ":");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.errorText()).contains("it broke", "could not be listed");
        Command.Output gone = updates(temp.resolve("nowhere"), manifest, "");
        assertThat(gone.exit()).isEqualTo(1);
        assertThat(gone.errorText()).contains("did not respond");
    }

    @Test
    void aScriptThatFailsIsAFault() throws Exception {
        UpdateCheck check = check("echo look >>\"$here/looks\"; exit 1");
        assertThatThrownBy(() -> check.now(bundle())).isInstanceOf(ImageException.class);
    }

    /// Runs the repository's script with an unsigned archive.
    private Command.Output updates(Path archive, Path manifest, String first) throws Exception {
        Path config = Files.writeString(
                temp.resolve("apt.conf"),
                "Acquire::AllowInsecureRepositories \"true\";\nAPT::Sandbox::User \"root\";\n");
        return Command.of(script(), "--updates", manifest.toString())
                .env("PATH", first + System.getenv("PATH"))
                .env("APT_CONFIG", config.toString())
                .env("BELLJAR_SECURITY_MIRROR", "file:" + archive)
                .env("BELLJAR_MIRROR", "file:" + archive)
                .timeout(Duration.ofMinutes(2))
                .run();
    }

    private static String releaseOf(Path dist) throws Exception {
        String list = "main/binary-amd64/Packages";
        byte[] bytes = Files.readAllBytes(dist.resolve(list));
        String hash = java.util.HexFormat.of()
                .formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(bytes));
        return """
                Suite: bookworm-security
                Codename: bookworm-security
                Architectures: amd64
                Components: main
                Date: Thu, 01 Jan 2026 00:00:00 UTC
                SHA256:
                 %s %d %s
                """.formatted(hash, bytes.length, list);
    }

    private static String script() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at.resolve("microvm-nix/debian/build-image").toString();
    }

    private UpdateCheck check(String words) throws Exception {
        Path script = temp.resolve("build-image");
        Files.writeString(script, "#!/bin/bash\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n" + words + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new UpdateCheck(new BuildScript(temp), () -> Instant.ofEpochMilli(now.get()), true);
    }

    /// Requests the updates a hundred times, also after all started checks have ended, and waits for their end.
    private void askOften(UpdateCheck check) throws Exception {
        for (int i = 0; i < 100; i++) {
            UpdateCheck.Result _ = check.of(bundle());
            if (i % 10 == 9) {
                Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !check.busy());
            }
        }
    }

    private GuestBundle bundle() throws Exception {
        Path whole = temp.resolve("bundle");
        if (!Files.exists(whole)) {
            FakeHome home = new FakeHome(temp.resolve("home"));
            assertThat(home.script().start(whole, "").waitFor()).isZero();
        }
        return GuestBundle.open(whole);
    }

    private int looks() throws Exception {
        Path looks = temp.resolve("looks");
        return Files.exists(looks)
                ? List.of(Files.readString(looks, StandardCharsets.UTF_8).split("\n"))
                        .size()
                : 0;
    }
}
