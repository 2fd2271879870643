package dev.belljar.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.desktop.TrustState.TrustStatus;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the dialog says about the trust of browsers, and what it offers.
class TrustModelTest {
    @Test
    void aMissingTrustIsOffered() {
        TrustModel model = model(TrustStatus.TRUSTED, TrustStatus.NOT_YET);
        assertThat(model.summary()).isEqualTo(TrustModel.TrustSummary.MISSING);
        assertThat(model.style()).isEqualTo("warn");
        assertThat(model.offersTrust()).isTrue();
        assertThat(model.offersRemoval()).isTrue();
    }

    @Test
    void aGivenTrustCanOnlyBeRemoved() {
        TrustModel model = model(TrustStatus.TRUSTED);
        assertThat(model.words()).isEqualTo("trusted");
        assertThat(model.style()).isEqualTo("ok");
        assertThat(model.offersTrust()).isFalse();
        assertThat(model.offersRemoval()).isTrue();
    }

    @Test
    void anUnknownTrustIsUnclear() {
        assertThat(model(TrustStatus.UNKNOWN).summary()).isEqualTo(TrustModel.TrustSummary.UNCLEAR);
    }

    @Test
    void nothingIsOfferedIfBrowsersCannotBeRead() {
        TrustModel model = new TrustModel(new TrustState(List.of(), "certutil is missing", null));
        assertThat(model.summary()).isEqualTo(TrustModel.TrustSummary.HINDERED);
        assertThat(model.style()).isEmpty();
        assertThat(model.offersTrust()).isFalse();
        assertThat(model.offersRemoval()).isFalse();
    }

    private static TrustModel model(TrustStatus... states) {
        return new TrustModel(new TrustState(
                Arrays.stream(states)
                        .map(state -> new TrustState.BrowserState("Firefox", "/home/mia", state))
                        .toList(),
                null,
                null));
    }
}
