package dev.belljar.app.policy;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.policy.SecretInfo.SecretUse;

/// The draft of a policy and its test, and what the dialog says about proposals and secrets.
final class PolicyModel {
    private static final Texts TEXTS = Texts.of(PolicyModel.class);

    private String tested = "";

    /// Remembers the text that was tested on the recorded flows.
    void tested(String draft) {
        tested = draft;
    }

    /// True if this draft may be applied: exactly this text was tested.
    boolean mayApply(String draft) {
        return !draft.isBlank() && draft.equals(tested);
    }

    /// What the draft would have changed.
    static String result(PolicyReplay replay) {
        int other = replay.flows() - replay.same();
        if (other > 0) {
            return TEXTS.get("draft.changed", other, replay.flows());
        }
        return replay.flows() == 0 ? TEXTS.get("draft.same.none") : TEXTS.get("draft.same", replay.flows());
    }

    /// The name of the part with the project's suggestions, with their number.
    static String suggestions(int count) {
        return count == 0 ? TEXTS.get("policy.part.suggestions") : TEXTS.get("policy.part.suggestions.count", count);
    }

    /// Where the value of a secret comes from, since `created`.
    static String stored(SecretInfo secret, String created) {
        boolean keyring = secret.where().equals("keyring");
        return switch (secret.kind()) {
            case VALUE -> TEXTS.get(keyring ? "secrets.stored.keyring" : "secrets.stored.file", created);
            case COMMAND ->
                TEXTS.get("secrets.stored.command", FigureFormat.printable(String.valueOf(secret.command())), created);
            case LOGIN -> TEXTS.get(keyring ? "secrets.login.keyring" : "secrets.login.file", created);
        };
    }

    /// The last use of a secret at the time `now`, in milliseconds since the epoch.
    static String used(SecretInfo secret, long now) {
        SecretUse use = secret.used();
        return use == null
                ? TEXTS.get("secrets.used.never")
                : TEXTS.get(
                        "secrets.used",
                        FigureFormat.ago(now - use.time()),
                        FigureFormat.printable(use.sandbox()),
                        use.host());
    }
}
