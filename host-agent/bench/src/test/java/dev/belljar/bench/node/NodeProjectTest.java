package dev.belljar.bench.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.environment.AgentProfileStore;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the generated project has what npm and Belljar need.
class NodeProjectTest {
    private static final int PACKAGES = 3;

    @TempDir
    Path folder;

    private PackageServer server;
    private NodeProject project;

    @BeforeEach
    void create() throws Exception {
        server = PackageServer.open();
        project = NodeProject.create(server, PACKAGES);
    }

    @AfterEach
    void remove() throws Exception {
        server.close();
        BenchMachine.removeAll(project.folder());
    }

    @Test
    void theLockNamesEachPackageOfTheServerWithItsDigest() throws Exception {
        Map<String, Object> lock =
                ContractJson.readMap(Files.readString(project.folder().resolve("package-lock.json")));
        assertThat(lock).containsEntry("lockfileVersion", 3);
        Map<?, ?> packages = (Map<?, ?>) Objects.requireNonNull(lock.get("packages"));
        assertThat(packages).hasSize(1 + PACKAGES);
        for (int number = 0; number < PACKAGES; number++) {
            Map<?, ?> one =
                    (Map<?, ?>) Objects.requireNonNull(packages.get("node_modules/" + NodeProject.name(number)));
            String resolved = String.valueOf(one.get("resolved"));
            assertThat(resolved).startsWith(server.url());
            Path archive =
                    server.folder().resolve(resolved.substring(server.url().length()));
            assertThat(one.get("integrity")).isEqualTo(NodeProgram.integrity(archive));
            assertThat(HostCommand.run(List.of("tar", "-tzf", archive.toString()))
                            .lines())
                    .contains("package/package.json", "package/index.js", "package/part-9.js");
        }
    }

    @Test
    void itsEnvironmentCanBeAcceptedWithTheServerAsTheOnlyRisk() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        try (AuditLog audit = AuditLog.open(folder.resolve("audit"), InstantSource.system())) {
            EnvironmentService service = EnvironmentService.open(
                    data, folder, AgentProfileStore.of(Map.of(), folder), audit, InstantSource.system());
            String path = project.folder().toString();
            EnvironmentProposal proposal = service.proposal(path);
            assertThat(proposal.problem()).isNull();
            assertThat(proposal.items().stream().filter(item -> item.risk() != null))
                    .extracting(EnvironmentItem::id)
                    .singleElement()
                    .satisfies(id -> assertThat(id).contains(server.destination()));
            List<String> all =
                    proposal.items().stream().map(EnvironmentItem::id).toList();
            assertThat(service.accept(new AcceptEnvironment(path, proposal.digest(), List.of(), all))
                            .state())
                    .isEqualTo(EnvironmentState.ACCEPTED);
            assertThat(service.required(path).environment().setup()).hasSize(3).noneMatch(each -> each.contains("%"));
        }
    }
}
