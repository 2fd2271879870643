package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.HostAuthority;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the dialog says about certificate authorities.
class AuthorityModelTest {
    private static HostAuthority authority(boolean everywhere, List<String> projects, @Nullable String problem) {
        return new HostAuthority("ab".repeat(32), "CN=Root", "CN=Root", 1, 2, List.of(), everywhere, projects, problem);
    }

    @Test
    void whoTrustsAnAuthorityIsSaid() {
        assertThat(AuthorityModel.trusted(authority(false, List.of(), null))).isEqualTo("not trusted");
        assertThat(AuthorityModel.trusted(authority(true, List.of("/p/shop"), null)))
                .isEqualTo("trusted for all sandboxes");
        assertThat(AuthorityModel.trusted(authority(false, List.of("/p/shop", "/p/api"), null)))
                .isEqualTo("trusted for shop, api");
    }

    @Test
    void theDetailsHaveTheWholeFingerprintAndTheProblem() {
        List<String> lines = AuthorityModel.details(authority(false, List.of(), "it expired"), "May", "June");
        assertThat(lines)
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("it expired"))
                .anySatisfy(line -> assertThat(line).contains("itself", "May", "June"))
                .anySatisfy(line -> assertThat(line.replace(" ", "")).contains("ab".repeat(32)));
    }

    @Test
    void sandboxesThatMustBeRestartedAreNamed() {
        assertThat(AuthorityModel.result(new AuthorityChange(List.of(), List.of(), List.of())))
                .isEmpty();
        assertThat(AuthorityModel.result(new AuthorityChange(List.of(), List.of("a"), List.of("b"))))
                .contains("started in a from now on.", "could not be applied to b");
    }
}
