package dev.belljar.agent.mirror;

import dev.belljar.contract.text.HostServiceText;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A mirror that a configuration of this host names. `credential` is what guests get a placeholder for; `notes`
/// say what they do without, and `problem` why they cannot use the mirror.
record FoundMirror(
        MirrorSlot slot,
        MirrorUrl url,
        String source,
        @Nullable MirrorCredential credential,
        List<String> notes,
        @Nullable String problem) {
    private static final int DIGITS = 8;
    private static final String PROXY =
            "guests cannot use a proxy: Belljar decides about each connection by its name, which a proxy would hide";

    /// What a mirror is for. A tool uses one mirror for each, except for pip's additional indexes.
    record MirrorSlot(MirrorTool tool, MirrorKind kind, String concerns) {
        private static final Pattern CONCERNS = Pattern.compile("[A-Za-z0-9*!@._~:, -]{0,100}");

        @Nullable
        String problem() {
            return CONCERNS.matcher(concerns).matches() ? null : "its name has characters that cannot be passed on";
        }
    }

    /// The mirror at an address as it is written, with the credential of another part of the configuration, if
    /// any.
    static FoundMirror of(MirrorSlot slot, String address, String source, @Nullable MirrorCredential given) {
        MirrorUrl url = MirrorUrl.of(address);
        List<String> notes = new ArrayList<>();
        MirrorCredential credential = given == null ? url.credential() : given;
        String problem = slot.kind() == MirrorKind.PROXY ? PROXY : url.problem();
        if (url.ofHost()) {
            notes.add("it listens on this computer only; guests reach services of this computer as "
                    + HostServiceText.NAME);
        }
        String left = credential == null || problem != null ? null : credential.problem(url.tls(), url.named());
        if (left != null) {
            notes.add(left);
            credential = null;
        }
        return new FoundMirror(
                slot,
                url,
                source,
                problem == null ? credential : null,
                List.copyOf(notes),
                problem == null ? slot.problem() : problem);
    }

    FoundMirror with(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new FoundMirror(slot, url, source, credential, List.copyOf(more), problem);
    }

    FoundMirror unusable(String why) {
        return new FoundMirror(slot, url, source, null, notes, why);
    }

    /// The first digits of a digest of what it is for and where it is.
    String id() {
        return id(slot, url.text());
    }

    static String id(MirrorSlot slot, String url) {
        String text = "%s\n%s\n%s\n%s".formatted(slot.tool(), slot.kind(), slot.concerns(), url);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
