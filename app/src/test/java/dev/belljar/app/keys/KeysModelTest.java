package dev.belljar.app.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.junit.jupiter.api.Test;

/// Tests what the dialog accepts as a public key, and what it says otherwise.
class KeysModelTest {
    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk mia@laptop";
    private static final String PRIVATE = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n";

    private final KeysModel model = new KeysModel();

    @Test
    void aPublicKeyIsTakenWithoutAWord() {
        assertThat(model.key(" " + KEY + "\n")).contains(KEY);
        assertThat(model.read(KEY + "\n")).isEqualTo(KEY);
        assertThat(model.complaint()).isEmpty();
    }

    @Test
    void ofAPrivateKeyOnlyItsFirstWordsStay() {
        assertThat(model.typed(PRIVATE)).isTrue();
        assertThat(model.shortened(PRIVATE)).contains("PRIVATE KEY").doesNotContain("b3Blbn");
        assertThat(model.complaint()).isNotEmpty();
        assertThat(model.read(PRIVATE)).doesNotContain("b3Blbn");
        assertThat(model.key(PRIVATE)).isEmpty();
    }

    @Test
    void aComplaintStaysUntilTheNextLetter() {
        assertThat(model.key("one\ntwo")).isEmpty();
        assertThat(model.complaint()).isNotEmpty();
        assertThat(model.typed("")).isFalse();
        assertThat(model.complaint()).isNotEmpty();
        model.typed("s");
        assertThat(model.complaint()).isEmpty();
    }

    @Test
    void aRefusalOfTheHostAgentIsSaid() {
        model.fail(Problem.of(ProblemCode.NOT_FOUND, "error", "no such key", "Try `belljar ssh-key list`."));
        assertThat(model.complaint()).isEqualTo("no such key. Try “belljar ssh-key list”.");
        model.begin();
        assertThat(model.complaint()).isEmpty();
    }
}
