package dev.belljar.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.contract.view.ToolStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which programs of this host are taken for machines.
class ElfFitTest {
    @TempDir
    private Path folder;

    @Test
    void aProgramOfDebianFits() throws Exception {
        assumeTrue(Files.exists(Path.of("/etc/debian_version")), "this host is no Debian");
        assertThat(ElfFit.misfit(Path.of("/usr/bin/tar").toRealPath())).isPresent(); // libacl, libselinux
        assertThat(ElfFit.misfit(Path.of("/usr/bin/env").toRealPath())).isEmpty();
    }

    @Test
    void oneThatNeedsANewerGlibcOrAnotherLibraryDoesNot() throws Exception {
        assertThat(ElfFit.misfit(program(62, "libc.so.6\0GLIBC_2.39\0")))
                .hasValueSatisfying(why -> assertThat(why).contains("glibc 2.39"));
        assertThat(ElfFit.misfit(program(62, "libcurl.so.4\0")))
                .hasValueSatisfying(why -> assertThat(why).contains("libcurl.so.4"));
        assertThat(ElfFit.misfit(program(62, "libc.so.6\0GLIBC_2.36\0libz.so.1\0")))
                .isEmpty();
    }

    @Test
    void oneOfAnotherProcessorOrNoneAtAllDoesNot() throws Exception {
        assertThat(ElfFit.misfit(program(183, "libc.so.6\0"))).isPresent();
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n" + "#".repeat(100));
        assertThat(ElfFit.misfit(script)).isPresent();
        Path cut = Files.writeString(folder.resolve("cut"), "\u007fELF");
        assertThatThrownBy(() -> ElfFit.misfit(cut)).isInstanceOf(IOException.class);
    }

    @Test
    void aHostWithoutZellijAndCargoSaysSo() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("bin"));
        try (Zellij zellij = Zellij.of(Map.of("PATH", empty.toString()), folder.resolve("cache"))) {
            assertThat(zellij.ready()).isEmpty();
            ToolStatus status = zellij.status();
            assertThat(status.state()).isEqualTo("missing");
            assertThat(status.origin()).contains("tmux");
        }
        Path cargo = Files.createFile(empty.resolve("cargo"));
        assertThat(cargo.toFile().setExecutable(true)).isTrue();
        Map<String, String> unasked = Map.of("PATH", empty.toString());
        try (Zellij zellij = Zellij.of(unasked, folder.resolve("cache"))) {
            assertThat(zellij.status().state()).isEqualTo("missing");
        }
        try (Zellij off = Zellij.of(Map.of("BELLJAR_ZELLIJ", "off"), folder.resolve("cache"))) {
            assertThat(off.build().state()).isEqualTo("off");
        }
    }

    /// The least of an ELF program: a header, and one section with what its dynamic linker reads.
    private Path program(int machine, String strings) throws IOException {
        byte[] text = strings.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = ByteBuffer.allocate(128 + text.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1).putShort(18, (short) machine);
        file.putLong(40, 64).putShort(60, (short) 1);
        file.putInt(64 + 4, 3).putLong(64 + 8, 2).putLong(64 + 24, 128).putLong(64 + 32, text.length);
        file.put(128, text);
        return Files.write(folder.resolve("program-" + machine + "-" + text.length), file.array());
    }
}
