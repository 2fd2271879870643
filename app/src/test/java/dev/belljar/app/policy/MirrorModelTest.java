package dev.belljar.app.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.sample.SampleMirrors;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the dialog says about mirrors.
class MirrorModelTest {
    private final SampleMirrors sample = new SampleMirrors();

    @Test
    void theDetailsSayWhatAMirrorNeedsAndWhyOneCannotBeUsed() {
        List<HostMirror> mirrors = sample.list().mirrors();
        assertThat(MirrorModel.details(mirrors.getFirst()))
                .containsExactly(
                        "npm: registry",
                        "needs network access to npm.example.com:443; sandboxes get a placeholder instead of the"
                                + " password or token",
                        "from /home/dev/.npmrc");
        assertThat(MirrorModel.details(mirrors.getLast()))
                .anySatisfy(line -> assertThat(line).isEqualTo("apt: proxy (http)"))
                .anySatisfy(line -> assertThat(line).contains("guests cannot use a proxy"));
    }

    @Test
    void aChoiceSaysWhatTheRulesMustAllow() {
        ChooseMirrors npm =
                new ChooseMirrors(List.of(sample.list().mirrors().getFirst().id()));
        assertThat(MirrorModel.result(sample.use(npm)))
                .contains("network rules have not changed", "npm.example.com:443", "started in shop from now on.");
        assertThat(MirrorModel.result(sample.forget(npm))).doesNotContain("rules");
        assertThat(MirrorModel.result(new MirrorChange(List.of(), List.of(), List.of(), List.of("b"))))
                .contains("could not be applied to b");
    }
}
