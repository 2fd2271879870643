package dev.belljar.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.view.host.ImageStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests which steps of an image build are finished, current, failed and to come.
class BuildStepTest {
    private static final Path SCRIPTS = Path.of("../microvm-nix/debian");

    @Test
    void stepsBeforeTheCurrentOneAreFinished() {
        assertThat(marks(image("building", 82, "Packing the base")))
                .containsExactly("MET", "MET", "WAITING Packing the base", "PENDING", "PENDING");
        assertThat(marks(image("building", 100, "The guest image is ready"))).containsOnly("MET");
    }

    @Test
    void theStepInWhichABuildFailedIsMarked() {
        assertThat(marks(image("failed", 12, "Downloading Debian packages")))
                .containsExactly("MET", "FAILED", "PENDING", "PENDING", "PENDING");
    }

    @Test
    void withoutABuildThereAreNoSteps() {
        assertThat(BuildStep.of(image("failed", 0, ""))).isEmpty();
        assertThat(BuildStep.of(image("failed", 100, "The guest image is ready")))
                .isEmpty();
        assertThat(BuildStep.of(image("ready", 100, ""))).isEmpty();
        assertThat(BuildStep.of(image("missing", 0, ""))).isEmpty();
    }

    @Test
    void theRangesAreThoseOfTheBuildScript() throws IOException {
        assertThat(reported("build-image", "progress ([0-9]+) '(.*)'"))
                .containsExactlyInAnyOrder(
                        "AGENT Building the guest agent",
                        "PACKAGES Contacting the Debian mirror",
                        "INITRD Building the initrd",
                        "MANIFEST Writing the manifest",
                        "MANIFEST The guest image is ready");
        assertThat(reported("finish", "belljar-step ([0-9]+) ([^\"]*)"))
                .containsExactlyInAnyOrder("BASE Packing the base", "INITRD Packed");
        // Downloading and installing.
        assertThat(Files.readString(SCRIPTS.resolve("build-image"))).contains("-le 80 ] || percent=80");
        assertThat(BuildStep.at(80)).isEqualTo(BuildStep.PACKAGES);
    }

    private static List<String> reported(String script, String line) throws IOException {
        return Pattern.compile(line)
                .matcher(Files.readString(SCRIPTS.resolve(script)))
                .results()
                .map(found -> BuildStep.at(Integer.parseInt(found.group(1))) + " " + found.group(2))
                .toList();
    }

    private static List<String> marks(ImageStatus image) {
        return BuildStep.of(image).stream().map(BuildStepTest::mark).toList();
    }

    private static String mark(Requirement step) {
        return step.state() + (step.detail() == null ? "" : " " + step.detail());
    }

    private static ImageStatus image(String state, int percent, String step) {
        return new ImageStatus(state, percent, step, null, List.of(), null, null, 0, null, null, List.of());
    }
}
