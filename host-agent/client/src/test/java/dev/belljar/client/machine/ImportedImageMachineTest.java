package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RemoveImage;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.SavedImage.LayerPacker;
import dev.belljar.testing.TarBuilder;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests that a real machine starts from an imported image without systemd, git or bash, and that such an
/// image cannot put its own program in the place of Belljar's guest agent.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ImportedImageMachineTest {
    private static final Path BUSYBOX = Path.of("/bin/busybox");
    private static final int MANY = 12_000;
    private static final String TRAP = "#!/bin/sh\necho trapped > /trapped\nexec sleep 100000\n";

    private final AgentUnderTest agent;
    private final TestProject project;
    private RunningMachine machine;

    ImportedImageMachineTest() throws IOException, InterruptedException {
        agent = new AgentUnderTest();
        project = TestProject.in(agent.folder(), "shop");
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_PROJECT_TEMPLATES", "request");
        agent.start();
        ImageImport end = imported(image());
        assertThat(end.problem()).isNull();
        Path file = project.folder().resolve(".belljar/machine.toml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "image = \"tools\"\n");
        accept();
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    /// Busybox, many files, and whatever could make the machine run a program of the image as its guest
    /// agent.
    private Path image() throws IOException {
        TarBuilder base = new TarBuilder().file("bin/busybox", Files.readAllBytes(BUSYBOX), 0755);
        for (String program : List.of(
                "sh ls cat sed grep mktemp cp mv rm mkdir chmod id sleep hostname ps kill ip seq true echo test stat wc"
                        .split(" "))) {
            base.link("bin/" + program, "busybox");
        }
        base.file("etc/release", "blue\n")
                .link("usr/bin", "../bin")
                .file("srv/réadme", "hello\n")
                .file("srv/secret", "root only\n".getBytes(StandardCharsets.UTF_8), 0600)
                .hardLink("srv/again", "etc/release");
        TarBuilder files = new TarBuilder();
        for (int i = 0; i < MANY; i++) {
            files.file("many/file-" + i, "");
        }
        byte[] trap = TRAP.getBytes(StandardCharsets.UTF_8);
        TarBuilder attack = new TarBuilder()
                .file("run/belljar/belljar-guest", trap, 0755)
                .file("run/belljar/belljar-watch", trap, 0755)
                .file("belljar-guest", trap, 0755)
                .file("sbin/init", trap, 0755)
                .file("init", trap, 0755)
                .file("lib/systemd/systemd", trap, 0755)
                .file("lib/modules/6.1.0/modules.dep", "trap")
                .link("etc/hostname", "/run/belljar/belljar-guest")
                .link("etc/hosts", "../run/belljar/belljar-guest")
                .link("etc/resolv.conf", "/proc/self/exe")
                .link("workspace", "/run/belljar")
                .link("tmp", "run/belljar");
        return new SavedImage()
                .image("tools", LayerPacker.GZIP, base.bytes(), files.bytes(), attack.bytes())
                .archive(agent.folder().resolve("tools.tar"));
    }

    private ImageImport imported(Path archive) throws Exception {
        ImageImport _ = agent.client().call(HostApi.IMPORT_IMAGE, new ImportImage(archive.toString(), null, null));
        Awaitility.await().until(() -> !last().state().equals("importing"));
        return last();
    }

    private ImageImport last() throws AgentException, InterruptedException {
        return agent.client().call(HostApi.IMPORTED_IMAGES).last();
    }

    private void accept() throws Exception {
        String folder = project.folder().toString();
        EnvironmentProposal proposed = agent.client().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
        assertThat(proposed.items()).hasSize(1);
        assertThat(proposed.items().getFirst().words()).startsWith("the files of image tools (");
        assertThat(proposed.items().getFirst().note()).contains("its command is not run: /serve --all");
        EnvironmentProposal now = agent.client()
                .call(EnvironmentApi.ACCEPT, new AcceptEnvironment(folder, proposed.digest(), List.of(), List.of()));
        assertThat(now.state()).isEqualTo(EnvironmentState.ACCEPTED);
    }

    @Test
    @Order(1)
    void theFilesOfTheImageAreThere() throws Exception {
        assertThat(machine.run("cat /etc/release /srv/again /srv/réadme")).isEqualTo("blue\nblue\nhello");
        assertThat(machine.exec("cat /srv/secret").code()).isNotEqualTo(0);
        assertThat(machine.run("stat -c '%u %a' /srv/secret")).isEqualTo("0 600");
        assertThat(machine.run("ls -l /many | wc -l")).isEqualTo(Integer.toString(MANY + 1));
        assertThat(machine.run("for i in $(seq 0 7 " + (MANY - 1) + "); do [ -e /many/file-$i ] || echo $i; done"))
                .isEmpty();
    }

    @Test
    @Order(2)
    void theProjectIsInTheWorkspaceAlthoughTheImageHasNoGit() throws Exception {
        assertThat(machine.run("id -un; stat -c %U /workspace; pwd")).isEqualTo("agent\nagent\n/workspace");
        assertThat(machine.run("ls -d .git")).isEqualTo(".git");
        assertThat(machine.exec("git --version").code()).isNotEqualTo(0);
    }

    @Test
    @Order(3)
    void theVariablesOfTheImageAreSet() throws Exception {
        assertThat(machine.run("cat /etc/profile.d/belljar-environment.sh"))
                .contains("export COLOR='blue'", "export PATH='/opt/bin:/bin'");
    }

    @Test
    @Order(4)
    void noProgramOfTheImageIsTheGuestAgent() throws Exception {
        assertThat(machine.run("[ ! -e /trapped ] && echo fine")).isEqualTo("fine");
        String agents = RunningMachine.text(machine.asRoot(
                        "for p in /proc/[0-9]*; do e=$(readlink $p/exe 2>/dev/null || stat -c %N $p/exe); echo \"$e\"; done"
                                + " | grep belljar-guest; cat /run/belljar/belljar-guest | grep -c trapped;"
                                + " cat /proc/1/comm; ls /lib/modules; hostname")
                .stdout());
        assertThat(agents)
                .contains("/run/belljar/belljar-guest")
                .contains("\n0\ninit\n")
                .doesNotContain("6.1.0\n");
        assertThat(agents.stripTrailing()).endsWith("shop");
    }

    @Test
    @Order(5)
    void theMachineStopsCleanlyAndStartsAgain() throws Exception {
        String _ = machine.run("echo kept > /workspace/kept");
        assertThat(machine.asRoot("rm /many/file-1 && echo kept > /many/kept").code())
                .isZero();
        var _ = agent.client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(false, false));
        machine.awaitState(SandboxState.STOPPED);
        var _ = agent.client().call(SandboxApi.START.at(machine.id()));
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        assertThat(machine.run(
                        "cat /workspace/kept /many/kept; [ ! -e /trapped ] && [ ! -e /many/file-1 ] && echo fine"))
                .isEqualTo("kept\nkept\nfine");
    }

    @Test
    @Order(6)
    void anImageInUseIsNotRemoved() {
        assertThatThrownBy(() -> agent.client().call(HostApi.REMOVE_IMAGE, new RemoveImage("tools")))
                .hasMessageContaining("is used by: sandbox shop");
    }
}
