package dev.belljar.app.action;

import dev.belljar.app.desktop.RemoteEditors;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import java.io.IOException;
import org.kordamp.ikonli.feather.Feather;

/// The actions that open a sandbox's workspace in an editor on the user's desktop.
public final class EditorActions {
    private static final Texts TEXTS = Texts.of(EditorActions.class);

    private final TaskRunner tasks;
    private final UiContext context;
    private final RemoteEditors editors;

    EditorActions(TaskRunner tasks, UiContext context, RemoteEditors editors) {
        this.tasks = tasks;
        this.context = context;
        this.editors = editors;
    }

    /// The editors of the user's desktop.
    public RemoteEditors editors() {
        return editors;
    }

    /// Opens the workspace in this editor.
    public void open(SandboxViewState sandbox, RemoteEditors.RemoteEditor editor) {
        tasks.task("editor", agent -> {
                    try {
                        editors.open(editor, sandbox.name());
                        return editor;
                    } catch (IOException e) {
                        throw TaskRunner.elsewhere(TEXTS.get("command.failed"), e);
                    }
                })
                .done(opened -> context.overlay()
                        .say(Feather.CODE, TEXTS.get("editors.opening", sandbox.name(), opened.title()), "muted"))
                .beginIn(context);
    }
}
