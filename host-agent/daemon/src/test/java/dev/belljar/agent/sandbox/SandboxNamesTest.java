package dev.belljar.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that a sandbox is named after its folder, as far as that is a valid host name.
class SandboxNamesTest {
    @ParameterizedTest
    @CsvSource({
        "shop, shop",
        "Ma démo é, ma-demo-e",
        "Ångström_2, angstrom-2",
        "--, project",
        "日本, project",
        "x y  z!, x-y-z",
    })
    void theNameIsMadeFromTheFolderName(String folder, String name) {
        assertThat(SandboxNames.from(Path.of("/projects", folder), Set.of())).isEqualTo(name);
    }
}
