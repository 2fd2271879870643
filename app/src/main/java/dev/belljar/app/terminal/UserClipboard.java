package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.ui.TerminalCopyPasteHandler;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// The person's clipboard, for what they copy and paste themselves.
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
