package dev.belljar.app.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of the input for a new project.
class AddModelTest {
    private static final MachineLimits MOST = new MachineLimits(16_384, 8, 65_536);

    @TempDir
    private Path folder;

    @Test
    void theNameComesFromTheFolder() {
        assertThat(AddModel.nameFor(Path.of("/code/My Shop_2"))).isEqualTo("my-shop-2");
        assertThat(AddModel.nameFor(Path.of("/"))).isEqualTo("project");
        assertThat(AddModel.nameFor(Path.of("/code/" + "a".repeat(39) + "-b"))).isEqualTo("a".repeat(39));
    }

    @Test
    void moreCpusThanTheHostHasAreRefused() {
        AddModel model = new AddModel(folder, true, new MachineLimits(8192, 4, 16384), MOST);
        model.name("shop");
        model.cpus(9);
        assertThat(model.complaint()).contains("This computer has only 8 CPUs.");
    }

    @Test
    void limitsOfTheAcceptedEnvironmentReplaceThoseThatWereNotChanged() {
        AddModel model = new AddModel(folder, true, new MachineLimits(8192, 4, 16384), MOST);
        model.cpus(2);
        model.proposed(proposal(new EnvironmentLimits(12_288, 6, 99_999_999)));
        assertThat(model.memoryMiB()).isEqualTo(12_288);
        assertThat(model.cpus()).isEqualTo(2);
        assertThat(model.diskMiB()).isEqualTo(65_536);
        assertThat(model.request(false).memoryMiB()).isNull();
        assertThat(model.request(false).cpus()).isEqualTo(2);
        model.proposed(proposal(EnvironmentLimits.DEFAULT));
        assertThat(model.memoryMiB()).isEqualTo(8192);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,true,",
        "PROPOSED,false,The project proposes an environment",
        "CHANGED,true,The project's environment has changed",
        "ACCEPTED,true,Environment accepted",
        "REJECTED,true,Environment accepted",
        "REJECTED,false,",
        "INVALID,true,The project's environment has an error",
        "INVALID,false,The project's environment has an error"
    })
    void whatIsSaidDependsOnWhatIsInEffect(EnvironmentState state, boolean accepted, @Nullable String title) {
        EnvironmentProposal proposal = proposal(state, accepted, EnvironmentLimits.DEFAULT);
        assertThat(AddModel.environment(proposal)
                        .map(AddModel.ProposalText::title)
                        .orElse(null))
                .isEqualTo(title);
    }

    @Test
    void anErrorDoesNotEndWhatWasAccepted() {
        EnvironmentProposal wrong = proposal(EnvironmentState.INVALID, true, EnvironmentLimits.DEFAULT);
        assertThat(AddModel.environment(wrong).orElseThrow().text()).startsWith("What you accepted earlier stays");
    }

    private static EnvironmentProposal proposal(EnvironmentLimits limits) {
        return proposal(EnvironmentState.ACCEPTED, true, limits);
    }

    private static EnvironmentProposal proposal(EnvironmentState state, boolean accepted, EnvironmentLimits limits) {
        Environment environment = new Environment(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), limits, List.of(), List.of(),
                List.of());
        return new EnvironmentProposal(
                "/p",
                "f",
                "",
                "d",
                state,
                environment,
                List.of(),
                List.of(),
                null,
                accepted ? new AcceptedEnvironment("/p", "f", "d", 1, environment, List.of(), List.of()) : null);
    }

    @Test
    void aGitRepositoryIsDetected() throws IOException {
        assertThat(AddModel.isRepository(folder)).isFalse();
        Files.createDirectory(folder.resolve(".git"));
        assertThat(AddModel.isRepository(folder)).isTrue();
    }
}
