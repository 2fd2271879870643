package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.RejectEnvironment;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the requests about environments, with their parameters, are carried out.
class EnvironmentRoutesTest {
    private static final String ENVIRONMENT = "/projects/environment";

    @TempDir
    private Path folder;

    private ApiFixture api;
    private String project = "";
    private String query = "";

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
        project = api.services.sandboxes().get(ApiFixture.ID).spec().project();
        query = "?project=" + URLEncoder.encode(project, StandardCharsets.UTF_8);
        Files.createDirectories(Path.of(project, ".belljar"));
        Files.writeString(Path.of(project, ".belljar/machine.toml"), "ports = [80, 81]");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private EnvironmentProposal proposal() throws Exception {
        return ApiFixture.read(api.get(ENVIRONMENT + query), 200, EnvironmentProposal.class);
    }

    @Test
    void aProposalIsReadAndAcceptedByItsDigest() throws Exception {
        EnvironmentProposal proposal = proposal();
        assertThat(proposal.state()).isEqualTo(EnvironmentState.PROPOSED);
        assertThat(ApiFixture.read(api.get("/sandboxes/shop/environment"), 200, EnvironmentProposal.class))
                .isEqualTo(proposal);
        assertThat(api.get(ENVIRONMENT + "/accepted" + query).statusCode()).isEqualTo(404);
        String request =
                ContractJson.line(new AcceptEnvironment(project, proposal.digest(), List.of("port:81"), List.of()));
        EnvironmentProposal accepted =
                ApiFixture.read(api.post(ENVIRONMENT + "/accept", request), 200, EnvironmentProposal.class);
        assertThat(accepted.state()).isEqualTo(EnvironmentState.ACCEPTED);
        assertThat(ApiFixture.read(api.get(ENVIRONMENT + "/accepted" + query), 200, AcceptedEnvironment.class)
                        .environment()
                        .ports())
                .containsExactly(80);
        Files.writeString(Path.of(project, ".belljar/machine.toml"), "ports = [82]");
        Problem changed = ApiFixture.read(api.post(ENVIRONMENT + "/accept", request), 409, Problem.class);
        assertThat(changed.code()).isEqualTo("environment.changed");
    }

    @Test
    void aProposalIsRejectedByItsDigest() throws Exception {
        EnvironmentProposal rejected = ApiFixture.read(
                api.post(
                        ENVIRONMENT + "/reject",
                        ContractJson.line(
                                new RejectEnvironment(project, proposal().digest()))),
                200,
                EnvironmentProposal.class);
        assertThat(rejected.state()).isEqualTo(EnvironmentState.REJECTED);
    }

    @Test
    void anIncompleteRequestIsRefused() throws Exception {
        assertThat(api.get(ENVIRONMENT).statusCode()).isEqualTo(400);
        assertThat(api.get(ENVIRONMENT + "?project=shop").statusCode()).isEqualTo(400);
        assertThat(api.post(ENVIRONMENT + "/accept", "{}").statusCode()).isEqualTo(400);
        assertThat(api.post(ENVIRONMENT + "/accept", "{\"project\":\"%s\"}".formatted(project))
                        .statusCode())
                .isEqualTo(400);
    }
}
