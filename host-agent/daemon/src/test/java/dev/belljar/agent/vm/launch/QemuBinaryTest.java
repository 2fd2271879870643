package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that QEMU's version is cached until QEMU is replaced.
class QemuBinaryTest {
    @TempDir
    private Path folder;

    @Test
    void theVersionIsAskedForOncePerProgram() throws Exception {
        QemuBinary qemu = QemuBinary.on(folder.toString());
        install("9.0");
        assertThat(qemu.version()).isEqualTo("9.0");
        assertThat(qemu.version()).isEqualTo("9.0");
        assertThat(runs()).isEqualTo(1);
        install("10.0.1");
        assertThat(qemu.version()).isEqualTo("10.0.1");
        assertThat(runs()).isEqualTo(2);
    }

    private void install(String version) throws IOException {
        Path program = folder.resolve("qemu-system-x86_64");
        Files.writeString(
                program,
                "#!/bin/sh\necho x >> %s\necho 'QEMU emulator version %s'\n"
                        .formatted(folder.resolve("runs"), version));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private int runs() throws IOException {
        return Files.readAllLines(folder.resolve("runs")).size();
    }
}
