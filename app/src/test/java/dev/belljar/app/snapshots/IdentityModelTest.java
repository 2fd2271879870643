package dev.belljar.app.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.session.IdentityCheck.IdentityItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what is said about the identity of a guest.
class IdentityModelTest {
    private static final IdentityItem GOOD = new IdentityItem("machine-id", "Machine ID", "a", "b", true, "differs");
    private static final IdentityItem BAD = new IdentityItem("seed", "Random seed", "a", "a", false, "is the same");

    @Test
    void aBootedGuestIsTheOriginal() {
        IdentityModel model = new IdentityModel(new IdentityCheck("shop", null, true, List.of(GOOD)));
        assertThat(model.copied()).isFalse();
        assertThat(model.result()).isEqualTo("original");
    }

    @Test
    void aCopiedGuestMustDiffer() {
        assertThat(new IdentityModel(new IdentityCheck("try", "s1", true, List.of(GOOD))).result())
                .isEqualTo("identity OK");
        IdentityModel model = new IdentityModel(new IdentityCheck("try", "s1", false, List.of(GOOD, BAD)));
        assertThat(model.result()).isEqualTo("1 not unique");
        assertThat(model.explanation()).contains("must differ");
    }

    @Test
    void aLongValueIsShortened() {
        assertThat(IdentityModel.value("a".repeat(80))).hasSizeLessThan(40).contains("…");
        assertThat(IdentityModel.value(null)).isEmpty();
    }
}
