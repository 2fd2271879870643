package dev.belljar.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which programs of this host are accepted for machines.
class ElfFitTest {
    private static final DebianRust NO_RUST = new DebianRust(Path.of("/nowhere/build-image"));

    @TempDir
    private Path folder;

    @Test
    void aProgramOfDebianFits() throws Exception {
        assumeTrue(Files.exists(Path.of("/etc/debian_version")), "this host is no Debian");
        assertThat(ElfFit.misfit(Path.of("/usr/bin/tar").toRealPath())).isPresent(); // libacl, libselinux
        assertThat(ElfFit.misfit(Path.of("/usr/bin/env").toRealPath())).isEmpty();
    }

    @Test
    void aProgramThatNeedsANewerGlibcOrAnotherLibraryDoesNotFit() throws Exception {
        assertThat(ElfFit.misfit(program(62, "libc.so.6\0GLIBC_2.39\0")))
                .hasValueSatisfying(why -> assertThat(why).contains("glibc 2.39"));
        assertThat(ElfFit.misfit(program(62, "libcurl.so.4\0")))
                .hasValueSatisfying(why -> assertThat(why).contains("libcurl.so.4"));
        assertThat(ElfFit.misfit(program(62, "libc.so.6\0GLIBC_2.36\0libz.so.1\0")))
                .isEmpty();
    }

    @Test
    void aFileThatIsNoProgramForThisProcessorDoesNotFit() throws Exception {
        assertThat(ElfFit.misfit(program(183, "libc.so.6\0"))).isPresent();
        Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n" + "#".repeat(100));
        assertThat(ElfFit.misfit(script)).isPresent();
        Path cut = Files.writeString(folder.resolve("cut"), "\u007fELF");
        assertThatThrownBy(() -> ElfFit.misfit(cut)).isInstanceOf(IOException.class);
    }

    @Test
    void aProgramWithAnotherLoaderDoesNotFit() throws Exception {
        assertThat(ElfFit.misfit(loadedBy("/lib64/ld-linux-x86-64.so.2"))).isEmpty();
        assertThat(ElfFit.misfit(loadedBy("/tmp/loader")))
                .hasValueSatisfying(why -> assertThat(why).contains("/tmp/loader"));
        Path object = Files.copy(loadedBy("/lib64/ld-linux-x86-64.so.2"), folder.resolve("object"));
        byte[] bytes = Files.readAllBytes(object);
        bytes[16] = 1;
        assertThat(ElfFit.misfit(Files.write(object, bytes))).isPresent();
    }

    @Test
    void aFileThatPointsBeyondItselfIsRefused() throws Exception {
        byte[] bytes = Files.readAllBytes(loadedBy("/lib64/ld-linux-x86-64.so.2"));
        for (int field : new int[] {32, 40, 128 + 8, 128 + 32}) {
            ByteBuffer file = ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
            for (long lie : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40}) {
                Path hostile = Files.write(
                        folder.resolve("hostile"), file.putLong(field, lie).array());
                if (field != 40 || lie > 0) { // a file without sections needs no library
                    assertThatThrownBy(() -> ElfFit.misfit(hostile))
                            .as("%d: %d", field, lie)
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }

    /// Four thousand sections that all refer to the same megabyte of names.
    @Test
    void namesBeyondTheLimitAreRefused() throws Exception {
        int table = 1 << 20;
        int sections = 4_096;
        int at = 128 + 56;
        ByteBuffer file = ByteBuffer.wrap(new byte[at + sections * 64 + table]).order(ByteOrder.LITTLE_ENDIAN);
        file.put(0, Files.readAllBytes(program(62, "")), 0, at);
        file.putLong(40, at).putShort(60, (short) sections);
        for (int i = 0; i < sections; i++) {
            int base = at + i * 64;
            file.putInt(base + 4, 3)
                    .putLong(base + 8, 2)
                    .putLong(base + 24, at + sections * 64L)
                    .putLong(base + 32, table);
        }
        for (int i = at + sections * 64; i < file.capacity(); i += 2) {
            file.put(i, (byte) 'a');
        }
        Path hostile = Files.write(folder.resolve("hostile"), file.array());
        assertThatThrownBy(() -> ElfFit.misfit(hostile))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 4,194,304 bytes");
    }

    @Test
    void aHostWithoutZellijAndCargoReportsItMissing() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("bin"));
        try (ZellijTool zellij = ZellijTool.of(
                Map.of("PATH", empty.toString()), folder.resolve("cache"), DiskReserve.NONE, NO_RUST, _ -> {})) {
            assertThat(zellij.ready()).isEmpty();
            ToolStatus status = zellij.status();
            assertThat(status.state()).isEqualTo("missing");
            assertThat(status.origin()).contains("belljar image zellij");
        }
        Path cargo = Files.createFile(empty.resolve("cargo"));
        assertThat(cargo.toFile().setExecutable(true)).isTrue();
        Map<String, String> unasked = Map.of("PATH", empty.toString());
        try (ZellijTool zellij = ZellijTool.of(unasked, folder.resolve("cache"), DiskReserve.NONE, NO_RUST, _ -> {})) {
            assertThat(zellij.status().state()).isEqualTo("missing");
        }
        try (ZellijTool off = ZellijTool.of(
                Map.of("BELLJAR_ZELLIJ", "off"), folder.resolve("cache"), DiskReserve.NONE, NO_RUST, _ -> {})) {
            assertThat(off.buildOnHost().state()).isEqualTo("off");
        }
    }

    @Test
    void aBuildReportsItsBeginAndItsEnd() throws Exception {
        List<String> states = new CopyOnWriteArrayList<>();
        Consumer<HostEvent> events =
                event -> states.add(((HostEvent.ToolChanged) event).tool().state());
        Map<String, String> nothing = Map.of("PATH", folder.toString());
        try (ZellijTool zellij = ZellijTool.of(nothing, folder.resolve("cache"), DiskReserve.NONE, NO_RUST, events)) {
            assertThat(zellij.buildOnHost().state()).isEqualTo("building");
            Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> states.contains("failed"));
            assertThat(states).startsWith("building").endsWith("failed");
        }
    }

    private Path loadedBy(String loader) throws IOException {
        return program(62, "libc.so.6\0", loader);
    }

    private Path program(int machine, String strings) throws IOException {
        return program(machine, strings, "");
    }

    /// The least of an ELF program: a header, one section with what its dynamic linker reads, and one segment with the
    /// path of what loads it.
    private Path program(int machine, String strings, String loader) throws IOException {
        byte[] text = strings.getBytes(StandardCharsets.US_ASCII);
        byte[] path = (loader + "\0").getBytes(StandardCharsets.US_ASCII);
        int at = 128 + 56;
        ByteBuffer file = ByteBuffer.allocate(at + text.length + path.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1).putShort(16, (short) 3);
        file.putShort(18, (short) machine).putLong(32, 128).putLong(40, 64);
        file.putShort(56, (short) 1).putShort(60, (short) 1);
        file.putInt(64 + 4, 3).putLong(64 + 8, 2).putLong(64 + 24, at).putLong(64 + 32, text.length);
        file.putInt(128, loader.isEmpty() ? 1 : 3).putLong(128 + 8, at + text.length);
        file.putLong(128 + 32, path.length);
        file.put(at, text).put(at + text.length, path);
        return Files.write(folder.resolve("program-" + machine + "-" + file.capacity()), file.array());
    }
}
