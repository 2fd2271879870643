package dev.belljar.app.shell;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.launcher.ProjectActions;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Desk;
import dev.belljar.app.review.ReviewDialog;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with a sandbox, from wherever in the window it is asked for.
final class Deeds implements SandboxDeeds, ProjectActions {
    private final Wishes wishes;
    private final Desk desk;
    private final FrameModel model;

    Deeds(Wishes wishes, Desk desk, FrameModel model) {
        this.wishes = wishes;
        this.desk = desk;
        this.model = model;
    }

    @Override
    public void open(ProjectPicture project) {
        model.enter(project.name());
    }

    @Override
    public void start(ProjectPicture project) {
        Workbench.begin(wishes.start(project.id()), desk);
    }

    @Override
    public void stop(ProjectPicture project) {
        Workbench.begin(wishes.stop(project.id()), desk);
    }

    @Override
    public void destroy(ProjectPicture project) {
        desk.overlay()
                .open(new Ask(
                        desk.overlay(),
                        "Destroy “" + project.name() + "”?",
                        "The machine and its disk go. Everything in /workspace that your project does not have yet,"
                                + " committed or not, is first captured to refs/sandbox/salvage/" + project.id()
                                + " in Belljar's own repository. Your project folder is not touched.",
                        "Keep it",
                        "Destroy",
                        () -> Workbench.begin(
                                wishes.destroy(project.id())
                                        .done(end -> desk.overlay().say(Feather.TRASH_2, end.detail(), "muted")),
                                desk)));
    }

    @Override
    public void review(ProjectPicture project) {
        desk.overlay().open(new ReviewDialog(project, desk, wishes));
    }
}
