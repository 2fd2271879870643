package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.agent.mirror.MirrorCredential.CredentialShape;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The mirrors that the user chose: the content of a file in the data folder.
record MirrorChoices(List<ChosenMirror> chosen) {
    static final MirrorChoices NONE = new MirrorChoices(List.of());
    static final int MOST = 50;

    /// A mirror that guests use. It is kept, so that a file that changes later cannot replace it. `credential`
    /// says how the secret of this mirror is sent, null without one; its value is in the store of secrets.
    record ChosenMirror(
            MirrorTool tool,
            MirrorKind kind,
            String concerns,
            String url,
            @Nullable CredentialShape credential) {
        static ChosenMirror of(FoundMirror found) {
            MirrorCredential credential = found.credential();
            return new ChosenMirror(
                    found.slot().tool(),
                    found.slot().kind(),
                    found.slot().concerns(),
                    found.url().text(),
                    credential == null ? null : credential.shape());
        }

        MirrorSlot slot() {
            return new MirrorSlot(tool, kind, concerns);
        }

        String id() {
            return FoundMirror.id(slot(), url);
        }

        MirrorUrl address() {
            return MirrorUrl.of(url);
        }

        /// The name of the secret with its password or token.
        String secret() {
            return "mirror-%s-%s".formatted(tool.name().toLowerCase(Locale.ROOT), id());
        }

        /// Whether a tool can use only one of the two.
        private boolean excludes(ChosenMirror other) {
            return slot().equals(other.slot()) && (kind != MirrorKind.EXTRA_INDEX || url.equals(other.url));
        }

        /// Whether a guest can be given what is stored.
        private boolean valid() {
            return kind != MirrorKind.PROXY
                    && slot().problem() == null
                    && address().problem() == null
                    && address().text().equals(url)
                    && (credential == null
                            || new MirrorCredential(credential, "-")
                                            .problem(address().tls(), address().named())
                                    == null);
        }
    }

    MirrorChoices {
        chosen = List.copyOf(chosen);
    }

    /// With a mirror in place of those that it excludes.
    MirrorChoices with(ChosenMirror mirror) {
        List<ChosenMirror> more = new ArrayList<>(chosen);
        more.removeIf(mirror::excludes);
        more.add(mirror);
        return new MirrorChoices(more);
    }

    MirrorChoices without(ChosenMirror mirror) {
        return new MirrorChoices(
                chosen.stream().filter(each -> !each.equals(mirror)).toList());
    }

    /// What is wrong with stored choices; null if nothing is.
    @Nullable
    String wrong() {
        if (chosen.size() > MOST) {
            return "it has more than %d mirrors".formatted(MOST);
        }
        return chosen.stream().allMatch(ChosenMirror::valid) ? null : "it has a mirror that guests cannot use";
    }
}
