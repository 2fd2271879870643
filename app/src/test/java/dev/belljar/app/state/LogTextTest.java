package dev.belljar.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.GapEvent;
import dev.belljar.contract.event.SandboxEvent;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Every kind of line of the log says what happened, in words.
class LogTextTest {
    private static final List<String> STEPS =
            List.of("image", "acceleration", "capture", "machine", "guest", "identity", "project");

    @Test
    void noStepIsABareWord() {
        assertThat(STEPS.stream()
                        .flatMap(name -> Stream.of("waiting", "met", "failed")
                                .map(to -> LogText.of(new SandboxEvent(1, 1, "step", name, null, to, null, null)))))
                .doesNotHaveDuplicates()
                .allSatisfy(words -> assertThat(words).contains(" ").isNotIn(STEPS));
    }

    @Test
    void aStepUnderWaySaysHowFarItIs() {
        assertThat(LogText.of(new SandboxEvent(1, 1, "step", "project", null, "waiting", 64, "3 of 5 files")))
                .isEqualTo("Putting the project in /workspace, 64 %: 3 of 5 files");
    }

    @Test
    void theEndOfAGapDoesNotClaimThatAMachineThatIsOffIsWatched() {
        assertThat(LogText.of(new GapEvent(1, 1, "end", 0, "the machine is off")))
                .isEqualTo("The gap ends here: the machine is off");
        assertThat(LogText.of(new GapEvent(1, 1, "lost", 1, "no room"))).isEqualTo("1 event was lost: no room");
    }

    @Test
    void notesAreSentences() {
        assertThat(note("created", "for /home/mia/shop")).isEqualTo("Made for /home/mia/shop");
        assertThat(note("idle", "hibernates, because it was not used"))
                .isEqualTo("The machine hibernates, because it was not used");
        assertThat(note("something new", "happened")).isEqualTo("something new: happened");
        assertThat(note(null, "The host went to sleep.")).isEqualTo("The host went to sleep.");
    }

    private static String note(@Nullable String name, String detail) {
        return LogText.of(new SandboxEvent(1, 1, "note", name, null, null, null, detail));
    }
}
