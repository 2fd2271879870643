package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that guarantees about QEMU are derived from its process only.
class QemuEvidenceTest {
    private static final String STATUS = "Name:\tqemu\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t2\n";

    @TempDir
    private Path process;

    @Test
    void aMachineAsPlannedShowsAllEvidence() throws Exception {
        assertThat(look(planned(), STATUS)).isEqualTo(new QemuEvidence(true, true, true, true, ""));
    }

    @ParameterizedTest
    @CsvSource({"Seccomp:\t2,Seccomp:\t0", "NoNewPrivs:\t1,NoNewPrivs:\t0"})
    void aFilterThatTheKernelDoesNotConfirmDoesNotCount(String is, String not) throws Exception {
        assertThat(look(planned(), STATUS.replace(is, not)).filtered()).isFalse();
    }

    @Test
    void aWeakerSandboxOptionDoesNotCount() throws Exception {
        for (String less : List.of("off", "on", "on,obsolete=deny,spawn=deny")) {
            List<String> words = planned();
            words.set(words.indexOf("-sandbox") + 1, less);
            assertThat(look(words, STATUS).filtered()).as(less).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-virtfs|local,path=/home,mount_tag=home,security_model=none",
                "-fsdev|local,id=home,path=/home",
                "-device|vfio-pci,host=01:00.0",
                "-device|virtio-9p-device,fsdev=home,mount_tag=home",
                "-device|vhost-user-fs-device,chardev=fs",
                "-device|ivshmem-plain,memdev=shared",
                "-netdev|user,id=user",
                "-netdev|stream,id=n,server=off,addr.type=unix,addr.path=/run/x",
                "-chardev|socket,id=x,path=/run/user/1000/bus",
                "-chardev|pipe,id=x,path=/tmp/x",
                "-nic|user",
                "-drive|file=/dev/sda"
            })
    void optionsThatShareTheHostAreSeen(String option, String value) throws Exception {
        List<String> words = planned();
        assertThat(look(words, STATUS).sharesNothing()).isTrue();
        words.addAll(List.of(option, value));
        assertThat(look(words, STATUS).sharesNothing()).isFalse();
    }

    @Test
    void anotherProgramIsNoMachine() throws Exception {
        assertThat(look(List.of("sleep", "100"), STATUS).ownKernel()).isFalse();
        assertThat(QemuEvidence.under(process.resolve("gone")).problem()).contains("cannot be inspected");
    }

    @Test
    void aRealQemuUnderThisSandboxShowsItsFilter() throws Exception {
        Assumptions.assumeTrue(
                Command.of("sh", "-c", "command -v qemu-system-x86_64").run().exit() == 0);
        assertThat(real("-sandbox", LaunchPlan.SANDBOX).filtered()).isTrue();
        assertThat(real().filtered()).isFalse();
    }

    private static QemuEvidence real(String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("qemu-system-x86_64", "-M", "none", "-display", "none", "-S"));
        words.addAll(List.of("-nodefaults", "-qmp", "stdio"));
        words.addAll(Arrays.asList(more));
        Process qemu = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (InputStream monitor = qemu.getInputStream()) {
            // QEMU installs the filter before it sends its greeting.
            assertThat(monitor.read()).isEqualTo('{');
            return QemuEvidence.of(qemu.pid());
        } finally {
            qemu.destroyForcibly().waitFor();
        }
    }

    private QemuEvidence look(List<String> words, String status) throws Exception {
        Files.writeString(process.resolve("cmdline"), String.join("\0", words) + "\0", StandardCharsets.ISO_8859_1);
        Files.writeString(process.resolve("status"), status);
        return QemuEvidence.under(process);
    }

    /// The arguments of the plan in its golden file.
    private static List<String> planned() throws Exception {
        try (InputStream golden = QemuEvidenceTest.class.getResourceAsStream("/golden/launch-kvm.txt")) {
            String words = new String(Objects.requireNonNull(golden).readAllBytes(), StandardCharsets.UTF_8);
            return new ArrayList<>(words.lines().toList());
        }
    }
}
