package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.ReadProjectSync;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The actions on how sandboxes are synced; `id` is the id of a sandbox, `project` the folder of its project.
public final class SyncModeActions {
    private static final Texts TEXTS = Texts.of(SyncModeActions.class);

    private final TaskRunner tasks;
    private final UiContext context;

    SyncModeActions(TaskRunner tasks, UiContext context) {
        this.tasks = tasks;
        this.context = context;
    }

    /// The settings of a sandbox and of its project.
    public record SyncChoices(SyncSettings own, SyncSettings project) {}

    /// What to change: `own` for the sandbox (null: nothing), or `asProject` to use the project's settings again;
    /// `project` for the project (null: nothing).
    public record SyncChange(
            @Nullable SetSync own,
            boolean asProject,
            @Nullable SetProjectSync project) {}

    /// Sets the mode of a sandbox.
    public void choose(String id, SyncMode mode) {
        tasks.task("sync-mode", agent -> agent.call(SyncApi.SET.at(id), new SetSync(mode, null)))
                .done(now -> context.overlay().say(Feather.REFRESH_CW, said(now), "ok"))
                .beginIn(context);
    }

    private static String said(SyncSettings now) {
        return switch (now.mode()) {
            case MANUAL -> TEXTS.get("sync.mode.manual");
            case AUTO_COMMIT -> TEXTS.get("sync.mode.commit");
            case AUTO_IDLE -> TEXTS.get("sync.mode.idle", now.idleSeconds());
        };
    }

    /// Requests the settings of a sandbox and of its project.
    public UiTask<SyncChoices> look(String id, String project) {
        return tasks.task("sync-settings", agent -> choices(agent, id, project));
    }

    /// Changes settings, and requests the new ones.
    public UiTask<SyncChoices> change(String id, String project, SyncChange change) {
        return tasks.task("sync-change", agent -> {
            SetProjectSync general = change.project();
            if (general != null) {
                agent.call(SyncApi.SET_PROJECT.at(), general);
            }
            SetSync own = change.own();
            if (change.asProject()) {
                agent.call(SyncApi.RESET.at(id));
            } else if (own != null) {
                agent.call(SyncApi.SET.at(id), own);
            }
            return choices(agent, id, project);
        });
    }

    private static SyncChoices choices(AgentClient agent, String id, String project)
            throws AgentException, InterruptedException {
        return new SyncChoices(
                agent.call(SyncApi.SETTINGS.at(id)), agent.call(SyncApi.PROJECT.at(), new ReadProjectSync(project)));
    }
}
