package dev.belljar.agent.branch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.session.IdentityCheck;
import org.junit.jupiter.api.Test;

/// Tests that a copy whose session still accepts the original's tokens fails the identity check.
public class IdentityVerdictTest {
    @Test
    void tokensMustDifferFromTheOriginals() {
        assertThat(IdentityVerdict.token("11aa", "22bb"))
                .extracting(
                        IdentityCheck.IdentityItem::ok,
                        IdentityCheck.IdentityItem::origin,
                        IdentityCheck.IdentityItem::value)
                .containsExactly(true, "22bb", "11aa");
        assertThat(IdentityVerdict.token("22bb", "22bb").ok()).isFalse();
    }

    @Test
    void missingTokensFailOnlyIfTheOriginalHadSome() {
        assertThat(IdentityVerdict.token(null, "22bb"))
                .satisfies(item -> assertThat(item.ok()).isFalse())
                .satisfies(item -> assertThat(item.detail()).contains("original's"));
        assertThat(IdentityVerdict.token(null, null).ok()).isTrue();
    }
}
