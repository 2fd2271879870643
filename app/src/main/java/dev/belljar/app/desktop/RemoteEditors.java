package dev.belljar.app.desktop;

import dev.belljar.app.text.Texts;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Editors of the user's desktop that open a sandbox over SSH.
public interface RemoteEditors {
    /// No editors, as in pictures.
    RemoteEditors NONE = new RemoteEditors() {
        private static final Texts TEXTS = Texts.of(RemoteEditors.class);

        @Override
        public String hindrance(RemoteEditor editor) {
            return TEXTS.get("editors.none");
        }

        @Override
        public String command(String sandbox) {
            return "ssh %s".formatted("belljar-" + sandbox);
        }

        @Override
        public void open(RemoteEditor editor, String sandbox) throws IOException {
            throw new IOException(TEXTS.get("editors.none"));
        }
    };

    /// The editors.
    enum RemoteEditor {
        VS_CODE,
        GATEWAY;

        private static final Texts TEXTS = Texts.of(RemoteEditors.class);

        /// The label of the action that opens a sandbox in this editor.
        public String title() {
            return TEXTS.get(this);
        }
    }

    /// Returns why this editor cannot be opened, in a few words; null if it can. The result is that of the
    /// last check; each call starts a new one.
    @Nullable
    String hindrance(RemoteEditor editor);

    /// Returns the SSH command that opens a shell in a sandbox.
    String command(String sandbox);

    /// Opens a sandbox's workspace; returns when the program is at work.
    ///
    /// @throws IOException when the program could not be started, or failed
    void open(RemoteEditor editor, String sandbox) throws IOException, InterruptedException;
}
