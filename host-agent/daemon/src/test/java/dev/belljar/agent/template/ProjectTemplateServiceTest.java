package dev.belljar.agent.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.setup.SetupGuest;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that an accepted environment is set up once, in a sandbox that nobody else can use and that is deleted
/// afterwards, and that sandboxes start from the result only while it fits.
@Timeout(120)
@Tag("slow")
class ProjectTemplateServiceTest {
    private static final String INSTALL = "belljar-apt-install hello";

    @TempDir
    private Path temp;

    private final SetupGuest guest = new SetupGuest();
    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.openers().guestRuns(guest);
        host.driver().before(this::writeDisks);
        Files.writeString(temp.resolve("shop/.env"), "A=1");
        accept("make deps");
    }

    @AfterEach
    void close() {
        host.close();
    }

    private void accept(String... commands) {
        Environment environment = new Environment(
                List.of(),
                List.of(new EnvironmentPackage(PackageManager.APT, "hello", null)),
                List.of(commands),
                List.of("setup.example.org:443"),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(new EnvironmentFile(".env", ".env")),
                List.of(),
                List.of());
        host.accepts(project -> Optional.of(
                new AcceptedEnvironment(project.toString(), null, "d1", 1, environment, List.of(), List.of())));
    }

    /// Writes the disks that the machines of the fake driver do not have.
    private void writeDisks() {
        try (Stream<Path> sandboxes = Files.list(host.folders().data().resolve("sandboxes"))) {
            for (Path folder : sandboxes.toList()) {
                Path disk = Files.createDirectories(folder.resolve("disk")).resolve("disk.qcow2");
                Files.writeString(disk, "disk");
            }
            Files.createDirectories(host.folders().layers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProjectTemplateService templates() throws BelljarException, InterruptedException {
        return host.api().configuration().templates();
    }

    private String begin() throws BelljarException, InterruptedException {
        return templates()
                .refresh(new RefreshTemplate(temp.resolve("shop").toString()))
                .id();
    }

    private ProjectTemplate ended(String id) throws BelljarException, InterruptedException {
        SandboxFixture.until(() -> find(id).state() != TemplateState.PREPARING);
        return find(id);
    }

    private ProjectTemplate find(String id) throws BelljarException, InterruptedException {
        return templates().list().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private ProjectTemplate made() throws BelljarException, InterruptedException {
        ProjectTemplate made = ended(begin());
        assertThat(made.detail()).isNull();
        assertThat(made.state()).isEqualTo(TemplateState.READY);
        return made;
    }

    private SandboxRecord started(String name) throws Exception {
        String id = host.api()
                .sandboxes()
                .create(new CreateSandbox(temp.resolve("shop").toString(), name, 256, 1, 65_536, null, false, false))
                .id();
        host.start(id);
        SandboxFixture.until(() -> {
            SetupStatus now = host.registry().find(id).record().setup();
            return now != null && !now.running();
        });
        return host.registry().find(id).record();
    }

    private long installed() {
        return guest.setUp().stream().filter(INSTALL::equals).count();
    }

    private void nothingIsLeft() throws Exception {
        SandboxFixture.until(() -> host.api().sandboxes().list().isEmpty());
        assertThat(host.api().storage().trash().trash()).isEmpty();
        assertThat(host.templates().store().inPreparation()).isEmpty();
        try (Stream<Path> left = Files.list(host.folders().data().resolve("project-templates"))) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("."));
        }
    }

    @Test
    void aTemplateIsMadeAndTheSandboxOfItsSetupIsDeleted() throws Exception {
        ProjectTemplate made = made();
        assertThat(guest.setUp()).contains(INSTALL, "make deps");
        assertThat(made.installed()).containsExactly("apt hello");
        assertThat(made.diskBytes()).isPositive();
        assertThat(made.memoryBytes()).isPositive();
        assertThat(made.used()).isNull();
        assertThat(templates().log(temp.resolve("shop").toString()).text()).contains("== The setup is complete");
        nothingIsLeft();
    }

    @Test
    void aSandboxStartsFromItAndIsNotSetUpAgain() throws Exception {
        String id = made().id();
        SandboxRecord record = started("shop");
        assertThat(record.machine().template()).isEqualTo(id);
        assertThat(host.driver().resumed()).isEqualTo(1);
        assertThat(Objects.requireNonNull(record.setup()).state()).isEqualTo(SetupState.DONE);
        assertThat(installed()).isEqualTo(1);
        assertThat(guest.setUp())
                .filteredOn(words -> words.startsWith("belljar-copy-file"))
                .hasSize(2);
        assertThat(find(id).used()).isNotNull();
    }

    @Test
    void aChangedLockFileMakesItOutdated() throws Exception {
        String id = made().id();
        Files.writeString(temp.resolve("shop/package-lock.json"), "{}");
        assertThat(find(id).state()).isEqualTo(TemplateState.OUTDATED);
        assertThat(find(id).detail()).contains("a lock file");
        assertThat(started("shop").machine().template()).isNull();
        assertThat(installed()).isEqualTo(2);
    }

    @Test
    void anotherGuestImageMakesItOutdatedUntilItIsMadeAgain() throws Exception {
        String id = made().id();
        host.images().becomes("two");
        assertThat(find(id).detail()).isEqualTo("the guest image has changed");
        assertThat(started("shop").machine().template()).isNull();
        ProjectTemplate again = made();
        assertThat(templates().list()).extracting(ProjectTemplate::id).containsExactly(again.id());
    }

    @Test
    void aSetupThatFailsLeavesNothingAndSandboxesAreSetUpAsBefore() throws Exception {
        guest.ends("make deps", 2);
        ProjectTemplate failed = ended(begin());
        assertThat(failed.state()).isEqualTo(TemplateState.FAILED);
        assertThat(failed.detail()).contains("\"Run make deps\" failed with exit code 2");
        assertThat(templates().log(temp.resolve("shop").toString()).text()).contains("output");
        assertThat(host.templates().store().list()).isEmpty();
        nothingIsLeft();
        guest.ends("make deps", 0);
        assertThat(Objects.requireNonNull(started("shop").setup()).state()).isEqualTo(SetupState.DONE);
    }

    @Test
    void nobodyElseCanUseTheSandboxOfItsSetup() throws Exception {
        guest.ends("make deps", -1);
        String id = begin();
        SandboxFixture.until(() -> guest.setUp().contains("make deps"));
        Sandbox preparing = host.api().sandboxes().list().getFirst();
        assertThat(preparing.spec().name()).isEqualTo("template-" + id);
        assertThatThrownBy(() -> host.api().sandboxes().requireAllowed(preparing.id(), SandboxApi.EXEC))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("is preparing the template");
        host.api().sandboxes().requireAllowed(preparing.id(), SandboxApi.STOP);
        assertThatThrownBy(
                        () -> host.api().snapshots().taken().snapshot(preparing.id(), new TakeSnapshot("before", null)))
                .hasMessageContaining("preparing a template");
        host.api().access().setups().cancel(preparing.id());
        assertThat(ended(id).detail()).contains("it was cancelled");
        nothingIsLeft();
    }

    @Test
    void aLockFileThatChangesMeanwhileMakesNoTemplate() throws Exception {
        host.driver().before(() -> {
            writeDisks();
            changeLockFile();
        });
        ProjectTemplate failed = ended(begin());
        assertThat(failed.state()).isEqualTo(TemplateState.FAILED);
        assertThat(failed.detail()).contains("a lock file changed while the template was being made");
        assertThat(host.templates().store().list()).isEmpty();
        nothingIsLeft();
    }

    private void changeLockFile() {
        try {
            Files.writeString(temp.resolve("shop/Cargo.lock"), "1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theHostAgentEndsAPreparationWhenItStops() throws Exception {
        guest.ends("make deps", -1);
        begin();
        SandboxFixture.until(() -> guest.setUp().contains("make deps"));
        host.stopAgent();
        nothingIsLeft();
        assertThat(host.templates().store().list()).isEmpty();
    }

    @Test
    void theSandboxOfAKilledHostAgentIsDeletedAtTheNextStart() throws Exception {
        host.templates().store().begin("template-0a1b2c");
        host.api()
                .sandboxes()
                .create(new CreateSandbox(
                        temp.resolve("shop").toString(), "template-0a1b2c", 256, 1, 1024, null, false, false));
        templates().sweep();
        SandboxFixture.until(() -> !host.templates().preparing("template-0a1b2c"));
        nothingIsLeft();
    }

    @Test
    void aRemovedTemplateIsNotUsed() throws Exception {
        String id = made().id();
        templates().remove(id);
        assertThat(templates().list()).isEmpty();
        assertThat(started("shop").machine().template()).isNull();
        assertThatThrownBy(() -> templates().remove(id)).hasMessageContaining("no template has the id");
    }

    @Test
    void aDamagedTemplateIsNotUsed() throws Exception {
        String id = made().id();
        Path ram =
                host.folders().data().resolve("project-templates").resolve(id).resolve("ram");
        Files.setPosixFilePermissions(ram, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(ram, "other");
        assertThat(started("shop").machine().template()).isNull();
        assertThat(templates().list()).isEmpty();
    }

    @Test
    void aTemplateSurvivesTheHostAgent() throws Exception {
        String id = made().id();
        host.openTemplates();
        assertThat(find(id).state()).isEqualTo(TemplateState.READY);
    }

    @Test
    void aProjectWithoutAnEnvironmentHasNoTemplate() {
        host.accepts(project -> Optional.empty());
        assertThatThrownBy(this::begin).hasMessageContaining("has no accepted environment");
    }

    @Test
    void aFolderThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> templates().refresh(new RefreshTemplate("shop")))
                .hasMessageContaining("expected the absolute path of an existing folder");
    }
}
