package dev.belljar.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.DoctorRemedy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the order, the numbers and the copied text of the checks.
class DoctorModelTest {
    private static final List<DoctorCheck> CHECKS = List.of(
            check("kvm", "ok"),
            check("disk", "warn"),
            check("git", "ok"),
            check("caddy", "fail"),
            check("ssh", "warn"));

    private final DoctorModel model = new DoctorModel();

    @Test
    void theWorstCheckIsFirstAndEqualOnesKeepTheirOrder() {
        model.show(CHECKS);
        assertThat(model.ordered()).extracting(DoctorCheck::name).containsExactly("caddy", "disk", "ssh", "kvm", "git");
    }

    @Test
    void checksAreCountedByLevel() {
        model.show(CHECKS);
        assertThat(model.count("fail")).isEqualTo(1);
        assertThat(model.count("warn")).isEqualTo(2);
        assertThat(model.count("ok")).isEqualTo(2);
        assertThat(model.count("none")).isZero();
    }

    @Test
    void onlyOtherChecksAreNews() {
        assertThat(model.show(CHECKS)).isTrue();
        assertThat(model.show(List.copyOf(CHECKS))).isFalse();
        assertThat(model.show(CHECKS.subList(0, 2))).isTrue();
    }

    @Test
    void theTextHasALineForEachCheck() {
        model.show(CHECKS.subList(0, 2));
        assertThat(model.lines()).isEqualTo("ok\tkvm\tkvm is checked\nwarn\tdisk\tdisk is checked");
    }

    private static DoctorCheck check(String name, String level) {
        return new DoctorCheck(name, level, name + " is checked", null);
    }

    @Test
    void theVerdictCountsFailedChecksOnly() {
        model.show(CHECKS);
        assertThat(model.verdict()).isEqualTo("1 problem to fix");
        model.show(List.of(check("disk", "warn")));
        assertThat(model.verdict()).doesNotContain("problem");
    }

    @Test
    void theWindowDoesItselfWhatNeedsNeitherRootNorATerminal() {
        assertThat(DoctorRemedy.values())
                .extracting(remedy -> DoctorModel.fix(check("a", "warn").withRemedy(remedy)))
                .containsExactly(
                        DoctorModel.CheckFix.BUILD_IMAGE,
                        DoctorModel.CheckFix.REFRESH_IMAGE,
                        DoctorModel.CheckFix.ACCEPT_EMULATION,
                        DoctorModel.CheckFix.SHOW_STORAGE);
        assertThat(fix("warn", "sudo apt-get install caddy")).isEqualTo(DoctorModel.CheckFix.COPY_COMMAND);
        assertThat(fix("fail", "belljar image build"))
                .as("the command is text for the user only")
                .isEqualTo(DoctorModel.CheckFix.COPY_COMMAND);
        assertThat(fix("fail", null)).isEqualTo(DoctorModel.CheckFix.CHECK_AGAIN);
        assertThat(fix("warn", null)).isEqualTo(DoctorModel.CheckFix.NONE);
    }

    private static DoctorModel.CheckFix fix(String level, @Nullable String command) {
        return DoctorModel.fix(new DoctorCheck("a", level, "a is checked", command));
    }
}
