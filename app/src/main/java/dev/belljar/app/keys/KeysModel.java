package dev.belljar.app.keys;

import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.util.Optional;

/// What the user enters as a public key, and what the dialog says about it.
final class KeysModel {
    private static final Texts TEXTS = Texts.of(KeysModel.class);

    private String complaint = "";

    /// What the dialog has to say; empty text for nothing.
    String complaint() {
        return complaint;
    }

    /// Clears what was said, for a new attempt.
    void begin() {
        complaint = "";
    }

    /// Says why the host agent refused something.
    void fail(Problem problem) {
        complaint = ProblemText.all(problem);
    }

    /// Takes what is typed now. Of a private key only the words by which it was recognized may stay in the field; true
    /// if the text has to be shortened to them.
    boolean typed(String text) {
        if (KeyText.isPrivate(text)) {
            return true;
        } else if (!text.isEmpty()) {
            begin();
        }
        return false;
    }

    /// What stays of a private key, and says that it was refused.
    String shortened(String text) {
        complaint = TEXTS.get("keys.refused.private");
        return KeyText.harmless(text);
    }

    /// Takes the content of a file; returns what the field shows of it.
    String read(String text) {
        String refusal = KeyText.refusal(text);
        if (refusal == null) {
            return text.strip();
        }
        complaint = refusal;
        return KeyText.isPrivate(text) ? KeyText.harmless(text) : "";
    }

    /// The key to add; empty if the text is none.
    Optional<String> key(String text) {
        String refusal = KeyText.refusal(text.strip());
        complaint = refusal == null ? "" : refusal;
        return refusal == null ? Optional.of(text.strip()) : Optional.empty();
    }
}
