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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        model.proposed(null);
        model.proposed(proposal(new EnvironmentLimits(12_288, 6, 99_999_999)));
        assertThat(model.memoryMiB()).isEqualTo(12_288);
        assertThat(model.cpus()).isEqualTo(2);
        assertThat(model.diskMiB()).isEqualTo(65_536);
        model.proposed(proposal(EnvironmentLimits.DEFAULT));
        assertThat(model.memoryMiB()).isEqualTo(12_288);
    }

    private static EnvironmentProposal proposal(EnvironmentLimits limits) {
        Environment environment = new Environment(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), limits, List.of(), List.of(),
                List.of());
        AcceptedEnvironment accepted = new AcceptedEnvironment("/p", "f", "d", 1, environment, List.of(), List.of());
        return new EnvironmentProposal(
                "/p", "f", "", "d", EnvironmentState.ACCEPTED, environment, List.of(), List.of(), null, accepted);
    }

    @Test
    void aGitRepositoryIsDetected() throws IOException {
        assertThat(AddModel.isRepository(folder)).isFalse();
        Files.createDirectory(folder.resolve(".git"));
        assertThat(AddModel.isRepository(folder)).isTrue();
    }
}
