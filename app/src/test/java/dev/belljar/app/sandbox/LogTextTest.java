package dev.belljar.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.SetupChanged;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that each kind of log line says in words what happened.
class LogTextTest {
    private static final List<String> STEPS =
            List.of("image", "acceleration", "capture", "machine", "guest", "identity", "project");

    @Test
    void everyStepIsDescribedInSeveralWords() {
        assertThat(STEPS.stream()
                        .flatMap(name -> Stream.of("waiting", "met", "failed")
                                .map(to -> words(new SandboxEvent(1, 1, "step", name, null, to, null, null)))))
                .doesNotHaveDuplicates()
                .allSatisfy(words -> assertThat(words).contains(" ").isNotIn(STEPS));
    }

    @Test
    void aRunningStepShowsItsProgress() {
        assertThat(words(new SandboxEvent(1, 1, "step", "project", null, "waiting", 64, "3 of 5 files")))
                .isEqualTo("Copying the project to /workspace, 64 %: 3 of 5 files");
    }

    @Test
    void theEndOfAGapDoesNotClaimThatAStoppedMachineIsObserved() {
        assertThat(LogText.of(new GapEvent(1, 1, "end", 0, "the machine is off")))
                .isEqualTo("Recording gap ended: the machine is off");
        assertThat(LogText.of(new GapEvent(1, 1, "lost", 1, "no room"))).isEqualTo("1 event lost: no room");
    }

    @ParameterizedTest
    @CsvSource({
        "saved, refs/sandbox/salvage/a, Work saved to this computer",
        "none, no unsynced work, Nothing to save",
        // The same in journals of older versions.
        "salvage, refs/sandbox/salvage/a, Work saved to this computer",
        "salvage, no unsynced work, Nothing to save",
        "outdated, files were written, The most recent work may not have been saved",
        "failed, the disk is full, Couldn't save the work"
    })
    void savedUnsavedAndPartlySavedWorkAreToldApart(String how, String detail, String words) {
        assertThat(LogText.of(new SandboxEvent(1, 1, "salvage", how, null, null, null, detail)))
                .startsWith(words);
    }

    @Test
    void aDestroyedSandboxIsInTheTrashAndNotDeleted() {
        assertThat(words(new SandboxEvent(1, 1, "state", null, "stopped", "destroyed", null, null)))
                .isEqualTo("Sandbox moved to trash");
    }

    @Test
    void aSetupIsDescribedFromItsFirstStepToItsEnd() {
        SetupStatus begun = SetupStatus.begun("d1", 2, 1);
        assertThat(setup(begun)).isEqualTo("Setup of the project's environment started");
        assertThat(setup(begun.at(1, "Install Python"))).isEqualTo("Setup, step 1 of 2: Install Python");
        assertThat(setup(begun.ended(SetupState.FAILED, 2, 3, "\"make\" failed with exit code 3")))
                .isEqualTo("Setup failed: \"make\" failed with exit code 3");
        assertThat(setup(begun.ended(SetupState.DONE, 2, null, null))).isEqualTo("Setup complete");
    }

    private static String setup(SetupStatus status) {
        return LogText.of(new SetupChanged(1, 1, "shop", status)).orElseThrow();
    }

    @Test
    void notesAreSentences() {
        assertThat(note("created", "for /home/mia/shop")).isEqualTo("Sandbox created for /home/mia/shop");
        assertThat(note("idle", "hibernated because it was idle")).isEqualTo("Sandbox hibernated because it was idle");
        assertThat(note("something new", "happened")).isEqualTo("something new: happened");
        assertThat(note(null, "The host went to sleep.")).isEqualTo("The host went to sleep.");
    }

    @Test
    void aRunningSandboxSaysHowLongItsStartTookInParentheses() {
        assertThat(words(new SandboxEvent(1, 1, "state", null, null, "running", null, "ready in 18.6 s")))
                .isEqualTo("Running (ready in 18.6 s)");
    }

    private static String words(SandboxEvent old) {
        return LogText.of((HostEvent) old.current()).orElseThrow();
    }

    private static String note(@Nullable String name, String detail) {
        return LogText.of(new SandboxEvent(1, 1, "note", name, null, null, null, detail));
    }
}
