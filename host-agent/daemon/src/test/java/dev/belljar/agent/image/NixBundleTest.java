package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the host agent can read the bundle that `microvm-nix/nixos/make-bundle` makes, with files from
/// this test instead of NixOS.
@Timeout(60)
class NixBundleTest {
    @TempDir
    Path folder;

    private Path params;

    @BeforeEach
    void files() throws IOException {
        for (String name : List.of("bzImage", "nix-initrd", "probe", "store.erofs")) {
            Files.writeString(folder.resolve(name), "content of " + name);
        }
        params = folder.resolve("params");
        Files.writeString(params, "# a comment\nconsole=ttyS0\n\ninit=/nix/store/x/init");
    }

    @Test
    void theHostAgentReadsWhatTheBuilderWrites() throws Exception {
        GuestBundle bundle = GuestBundle.open(made("one"));

        bundle.verify();
        assertThat(bundle.digest()).matches("[0-9a-f]{32}");
        assertThat(bundle.kernelRelease()).isEqualTo("6.12.1");
        assertThat(bundle.bootImage().parameters()).containsExactly("console=ttyS0", "init=/nix/store/x/init");
        assertThat(bundle.bootImage().kernel()).hasContent("content of bzImage");
        assertThat(bundle.bootImage().initrd()).hasContent("content of nix-initrd");
        assertThat(bundle.bootImage().probeInitrd()).hasContent("content of probe");
        assertThat(bundle.bootImage().base()).hasContent("content of store.erofs");
    }

    @Test
    void aNixBundleIsStoredUnderItsDigest() throws Exception {
        String digest = GuestBundle.open(made("one")).digest();
        ImageStore store = new ImageStore(folder.resolve("images"));
        Files.createDirectories(folder.resolve("images"));
        Files.move(folder.resolve("one"), store.place(digest));
        assertThat(store.find(digest)).isPresent();
    }

    @Test
    void theSameFilesHaveTheSameDigestAndOthersAnother() throws Exception {
        String digest = GuestBundle.open(made("one")).digest();
        assertThat(GuestBundle.open(made("two")).digest()).isEqualTo(digest);
        Files.writeString(params, "console=ttyS1");
        assertThat(GuestBundle.open(made("three")).digest()).isNotEqualTo(digest);
    }

    @Test
    void aMissingArgumentIsReported() {
        assertThatThrownBy(() -> run("only-one")).hasMessageContaining("expected nine arguments");
    }

    private Path made(String name) throws Exception {
        Path out = folder.resolve(name);
        List<String> words = new ArrayList<>(List.of(out.toString()));
        for (String file : List.of("bzImage", "nix-initrd", "probe", "store.erofs")) {
            words.add(folder.resolve(file).toString());
        }
        words.addAll(List.of("6.12.1", params.toString(), "26.11", "x86_64"));
        run(words.toArray(String[]::new));
        return out;
    }

    private static void run(String... words) throws Exception {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = java.util.Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        List<String> argv = new ArrayList<>(
                List.of(at.resolve("microvm-nix/nixos/make-bundle").toString()));
        argv.addAll(List.of(words));
        Command.Output said = Command.of(argv.toArray(String[]::new)).run();
        if (said.exit() != 0) {
            throw new IOException(said.errorText());
        }
    }
}
