package dev.belljar.app.network;

import dev.belljar.app.action.PacketRecording;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiContext;
import org.kordamp.ikonli.feather.Feather;

/// Shows how a packet recording ended and where its file is, on whichever screen is visible.
public final class RecordingNotice {
    private static final Texts TEXTS = Texts.of(RecordingNotice.class);

    private RecordingNotice() {}

    public static void tell(PacketRecording over, UiContext context) {
        String file = FigureFormat.home(over.file().toString());
        if (over.state() == PacketRecording.RecordingState.FAILED) {
            context.overlay().say(Feather.X_OCTAGON, TEXTS.get("network.record.failed", over.problem()), "danger");
            return;
        }
        String words = over.state() == PacketRecording.RecordingState.FULL
                ? TEXTS.get("network.record.full", FigureFormat.bytes(over.limit()), file)
                : TEXTS.get("network.record.saved", FigureFormat.bytes(over.bytes()), file);
        context.overlay()
                .offer(
                        Feather.DISC,
                        words,
                        "ok",
                        TEXTS.get("network.record.show"),
                        () -> ContextMenus.copied(over.file().toString()));
    }
}
