package dev.belljar.app.shell;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Programs of the person's own computer that open a machine from outside, by ssh.
public interface RemoteEditors {
    /// None, as in a picture.
    RemoteEditors NONE = new RemoteEditors() {
        @Override
        public String hindrance(Editor editor) {
            return "not here";
        }

        @Override
        public String command(String sandbox) {
            return "ssh belljar-" + sandbox;
        }

        @Override
        public void open(Editor editor, String sandbox) throws IOException {
            throw new IOException("no program is opened from here");
        }
    };

    /// Which they are.
    enum Editor {
        VS_CODE("Open in VS Code"),
        GATEWAY("Open in JetBrains Gateway");

        private final String words;

        Editor(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
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
