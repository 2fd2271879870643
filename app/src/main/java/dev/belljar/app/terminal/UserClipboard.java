package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// The host's clipboard, for the user's own copy and paste.
final class UserClipboard implements TerminalCopyPasteHandler {
    @Override
    public void setContents(String words, boolean selection) {
        if (!selection) {
            ClipboardContent content = new ClipboardContent();
            content.putString(words);
            Clipboard.getSystemClipboard().setContent(content);
        }
    }

    @Override
    public String getContents(boolean selection) {
        String words = selection ? "" : Clipboard.getSystemClipboard().getString();
        return words == null ? "" : PastedText.clean(words);
    }
}
