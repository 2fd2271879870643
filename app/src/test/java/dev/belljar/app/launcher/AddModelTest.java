package dev.belljar.app.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void aGitRepositoryIsDetected() throws IOException {
        assertThat(AddModel.isRepository(folder)).isFalse();
        Files.createDirectory(folder.resolve(".git"));
        assertThat(AddModel.isRepository(folder)).isTrue();
    }
}
