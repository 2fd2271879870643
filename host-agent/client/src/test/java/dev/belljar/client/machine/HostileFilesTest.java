package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.client.transfer.FileDownload;
import dev.belljar.client.transfer.FileDownload.DownloadChoice;
import dev.belljar.client.transfer.FileDownload.DownloadPlan;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.RefusedFile;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that a real machine in which the attacker is root cannot make a copy of its files write anything else, and
/// cannot make the host agent keep more snapshots than the user permits.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileFilesTest {
    private static final long MOST = 64 << 20;
    private static final int SECONDS = 20;

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private final Path outside;
    private Path target = Path.of("/");
    private HostileGuest guest;
    private int number;

    HostileFilesTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        outside = agent.folder().resolve("outside");
        guest = new HostileGuest(new RunningMachine(agent, ""));
    }

    @BeforeAll
    void boot() throws Exception {
        agent.set("BELLJAR_AUTOMATIC_SNAPSHOTS", "on");
        agent.start();
        TestProject project = TestProject.in(agent.folder(), "shop");
        Files.writeString(Files.createDirectories(outside).resolve("file"), "of the user\n");
        RunningMachine machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        guest = new HostileGuest(machine);
        automatic(false);
        guest.arm();
        String _ = guest.attack("good");
        String _ = guest.attack("files");
    }

    @BeforeEach
    void honest() throws Exception {
        guest.honest();
        target = agent.folder().resolve("to-" + number++);
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void onlyRegularFilesWithVisibleNamesAreCopied() throws Exception {
        CommandLineUnderTest.Ran ran = line.run("", "get", "shop", "dist", "--to", target.toString());
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("1 TiB", "--max-size");
        guest.machine().run("rm dist/terabyte");
        ran = line.run("", "get", "shop", "dist", "--to", target.toString());
        assertThat(ran.out())
                .contains("dist/link   is not a regular file", "dist/pipe   is not a regular file", "not visible text")
                .doesNotContain("\033");
        assertThat(written()).containsExactlyInAnyOrder("dist/app", "dist/same");
    }

    @ParameterizedTest
    @Order(2)
    @CsvSource({
        "link, a symbolic link",
        "device, a device",
        "folder, a folder",
        "pipe, a pipe",
        "sparse, a sparse file",
        "pax, another kind",
        "parent, not the path of a file below the target folder",
        "absolute, not the path of a file below the target folder",
        "control, not the path of a file below the target folder",
        "unasked, without being asked",
        "short, ends within a file",
        "terabyte, --max-size",
        "unending, after the last file"
    })
    void anArchiveThatNoTarWritesIsRefused(String kind, String reason) throws Exception {
        guest.lie(" --create ", HostileGuest.script("tar", kind));
        assertThatThrownBy(() -> copy("dist/app"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(reason);
        // Of an archive that does not end after its end marker, the file before it is complete.
        assertThat(written()).isEqualTo(kind.equals("unending") ? List.of("dist/app") : List.of());
        assertThat(FolderContents.of(outside).files()).hasSize(2);
    }

    @Test
    @Order(3)
    void aFileThatBecomesALinkWhileItIsReadIsCopiedAsAFileOrNotAtAll() throws Exception {
        guest.attackInBackground("swap");
        for (int i = 0; i < 5; i++) {
            try {
                var _ = copy("swap/file");
            } catch (IOException e) {
                assertThat(e).hasMessageNotContaining("\033");
            }
        }
        guest.endBackground();
        try (Stream<Path> all = Files.walk(target)) {
            assertThat(all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)))
                    .allMatch(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS));
        }
    }

    @Test
    @Order(4)
    void aListWithoutEndIsCut() throws Exception {
        guest.lie(" -printf ", HostileGuest.script("listing"));
        DownloadPlan plan = plan("dist");
        assertThat(plan.found().complete()).isFalse();
        assertThat(plan.files()).hasSizeBetween(100_000, 200_001);
        assertThat(plan.found().refused()).extracting(RefusedFile::path).isEmpty();
    }

    @Test
    @Order(5)
    void aTarThatHangsIsGivenUp() throws Exception {
        guest.lie(" --create ", "exec sleep 600");
        assertThatThrownBy(() -> copy("dist/app")).hasMessageContaining("made no progress");
        assertThat(written()).isEmpty();
    }

    @Test
    @Order(6)
    void manyDeletionsAndApprovalsCauseFewSnapshots() throws Exception {
        String id = guest.machine().id();
        Snapshot own = agent.client().call(SnapshotApi.TAKE.at(id), new TakeSnapshot("mine", null));
        automatic(true);
        agent.client().call(PolicyApi.SET_MODE.at(id), new SetNetworkMode(NetworkMode.ASK, RuleScope.SANDBOX));
        String _ = guest.attack("deletions", Integer.toString(SECONDS));
        RunningMachine.await(() -> !automatic().isEmpty());
        RunningMachine.await(() -> agent.client()
                        .call(PolicyApi.APPROVALS, new ListApprovals(id))
                        .waiting()
                        .size()
                >= 10);
        guest.machine().run("sleep " + SECONDS);
        assertThat(automatic()).as("one in a minute").hasSize(1);
        assertThat(agent.client().call(SnapshotApi.LIST.at(id)))
                .extracting(Snapshot::id)
                .contains(own.id());
    }

    private void automatic(boolean on) throws AgentException, InterruptedException {
        var _ = agent.client()
                .call(
                        SnapshotApi.SET_SANDBOX_SETTINGS.at(guest.machine().id()),
                        new SetAutomaticSnapshots(on, 1, 2, 5, null));
    }

    private List<Snapshot> automatic() throws AgentException, InterruptedException {
        return agent.client().call(SnapshotApi.LIST.at(guest.machine().id())).stream()
                .filter(each -> each.automatic() != null)
                .toList();
    }

    private FileDownload download() throws IOException {
        return FileDownload.into(
                target, agent.client(), guest.machine().id(), new DownloadChoice(Set.of(), true, true, false, MOST));
    }

    private DownloadPlan plan(String path) throws Exception {
        try (FileDownload download = download()) {
            return download.plan(List.of(path));
        }
    }

    private List<GuestFile> copy(String path) throws Exception {
        try (FileDownload download = download()) {
            DownloadPlan plan = download.plan(List.of(path));
            long _ = download.run(plan);
            return plan.files();
        }
    }

    private List<String> written() throws IOException {
        try (Stream<Path> all = Files.walk(target)) {
            return all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .map(each -> target.relativize(each).toString())
                    .toList();
        }
    }
}
