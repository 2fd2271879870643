package dev.belljar.app.shell;

import dev.belljar.app.text.Texts;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Programs of the person's own computer that open a machine from outside, by ssh.
public interface RemoteEditors {
    /// None, as in a picture.
    RemoteEditors NONE = new RemoteEditors() {
        private static final Texts TEXTS = Texts.of(RemoteEditors.class);

        @Override
        public String hindrance(Editor editor) {
            return TEXTS.get("editors.none");
        }

        @Override
        public String command(String sandbox) {
            return "ssh %s".formatted("belljar-" + sandbox);
        }

        @Override
        public void open(Editor editor, String sandbox) throws IOException {
            throw new IOException("can't open programs here");
        }
    };

    /// Which they are.
    enum Editor {
        VS_CODE,
        GATEWAY
    }

    /// Why this one cannot be opened, in a few words; null when it can. As last looked, which it does again.
    @Nullable
    String hindrance(Editor editor);

    /// What a person types to enter a sandbox's machine.
    String command(String sandbox);

    /// Opens a sandbox's workspace; returns when the program has taken it up.
    ///
    /// @throws IOException when it could not be started, or says that it failed
    void open(Editor editor, String sandbox) throws IOException, InterruptedException;
}
