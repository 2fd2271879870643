package dev.belljar.contract.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HomeFolderTest {
    private static final Path ACCOUNT = Path.of(System.getProperty("user.home"));

    @Test
    void theHomeFolderIsTakenFromTheEnvironment() {
        assertThat(HomeFolder.of(Map.of("HOME", "/srv/mia"))).isEqualTo(Path.of("/srv/mia"));
    }

    @Test
    void withoutAUsableValueTheAccountsFolderIsUsed() {
        assertThat(HomeFolder.of(Map.of())).isEqualTo(ACCOUNT);
        assertThat(HomeFolder.of(Map.of("HOME", ""))).isEqualTo(ACCOUNT);
        assertThat(HomeFolder.of(Map.of("HOME", "relative"))).isEqualTo(ACCOUNT);
    }
}
