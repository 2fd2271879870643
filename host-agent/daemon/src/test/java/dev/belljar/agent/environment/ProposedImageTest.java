package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.image.ImageNames;
import dev.belljar.agent.image.StoredImage;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.view.host.ImageConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a project can propose an imported image, and that its content is what the user accepts.
class ProposedImageTest {
    private static final String FIRST = "a".repeat(64);
    private static final String SECOND = "b".repeat(64);

    @TempDir
    private Path folder;

    private final Map<String, StoredImage> images = new HashMap<>();
    private Path project;
    private AuditLog audit;
    private EnvironmentService service;

    @BeforeEach
    void open() throws Exception {
        project = folder.resolve("shop");
        Files.createDirectories(project.resolve(".belljar"));
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        ImageNames names = name -> Optional.ofNullable(images.get(name));
        service = EnvironmentService.open(
                Files.createDirectories(folder.resolve("data")),
                folder,
                AgentProfileStore.builtIn(),
                audit,
                InstantSource.system(),
                names);
    }

    @AfterEach
    void close() {
        audit.close();
    }

    private static StoredImage image(String digest, String... variables) {
        return new StoredImage(
                1,
                digest,
                "/tools.tar",
                1,
                2,
                3_000,
                4 << 20,
                1,
                0,
                new ImageConfig(List.of(variables), "/srv", "app", List.of("80/tcp"), List.of("/serve"), List.of()));
    }

    private void propose(String toml) throws Exception {
        Files.writeString(project.resolve(".belljar/machine.toml"), toml);
    }

    private EnvironmentProposal proposal() throws Exception {
        return service.proposal(project.toString());
    }

    private EnvironmentProposal accept() throws Exception {
        return service.accept(
                new AcceptEnvironment(project.toString(), proposal().digest(), List.of(), List.of()));
    }

    @Test
    void anImageThatWasNotImportedCannotBeAccepted() throws Exception {
        propose("image = \"tools\"\n");
        assertThat(proposal().state()).isEqualTo(EnvironmentState.INVALID);
        assertThat(proposal().problem())
                .contains("\"tools\" was not imported yet", "belljar image import FILE --name tools");
    }

    @Test
    void aWrongNameIsRefused() throws Exception {
        propose("image = \"../tools\"\n");
        assertThat(proposal().problem()).contains("the name of an imported image");
    }

    @Test
    void anImageIsAnItemOfTheProposal() throws Exception {
        images.put("tools", image(FIRST, "COLOR=blue", "BELLJAR_X=1", "UID=0"));
        propose("image = \"tools\"\n[env]\nMODE = \"test\"\n");
        EnvironmentItem item = proposal().items().getFirst();
        assertThat(item.id()).isEqualTo("image");
        assertThat(item.words()).isEqualTo("the files of image tools (aaaaaaaaaaaa)");
        assertThat(item.note())
                .isEqualTo("3,000 files, 4.2 MB; sets COLOR; setuid programs: 1; its ports 80/tcp are not opened;"
                        + " its command is not run: /serve");
        assertThat(accept().state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(GuestVariables.of(service.of(project).orElseThrow().environment()))
                .containsExactly(Map.entry("COLOR", "blue"), Map.entry("MODE", "test"));
    }

    @Test
    void otherContentUnderTheSameNameIsAskedAgain() throws Exception {
        images.put("tools", image(FIRST));
        propose("image = \"tools\"\n");
        EnvironmentProposal reviewed = proposal();
        EnvironmentProposal _ = accept();
        images.put("tools", image(SECOND));
        assertThat(proposal().state()).isEqualTo(EnvironmentState.CHANGED);
        assertThat(proposal().items().getFirst().change()).isEqualTo(EnvironmentChange.CHANGED);
        assertThat(proposal().digest()).isNotEqualTo(reviewed.digest());
        assertThat(service.of(project).orElseThrow().environment().image())
                .isEqualTo(new EnvironmentImage("tools", FIRST, List.of()));
    }

    @Test
    void theImageCanBeLeftOut() throws Exception {
        images.put("tools", image(FIRST));
        propose("image = \"tools\"\nports = [80]\n");
        EnvironmentProposal _ = service.accept(
                new AcceptEnvironment(project.toString(), proposal().digest(), List.of("image"), List.of()));
        assertThat(service.of(project).orElseThrow().environment().image()).isNull();
        assertThat(proposal().state()).isEqualTo(EnvironmentState.ACCEPTED);
    }

    @Test
    void aDevContainerUsesAnImportedImage() throws Exception {
        Files.writeString(project.resolve(".devcontainer.json"), "{\"image\": \"team/tools:1\"}");
        assertThat(proposal().environment().image()).isNull();
        assertThat(proposal().ignored()).anyMatch(line -> line.contains("`belljar image import`"));
        images.put("team/tools:1", image(FIRST));
        assertThat(proposal().environment().image()).isEqualTo(new EnvironmentImage("team/tools:1", FIRST, List.of()));
        assertThat(proposal().ignored()).isEmpty();
    }
}
