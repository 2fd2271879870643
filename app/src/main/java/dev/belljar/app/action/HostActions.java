package dev.belljar.app.action;

import dev.belljar.client.demo.SampleProject;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import java.nio.file.Path;

/// The actions on this computer and its guest image.
public final class HostActions {
    private final TaskRunner tasks;

    HostActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Accepts that sandboxes run under emulation on this computer.
    public UiTask<HostStatus> acceptEmulation() {
        return tasks.task("accept-emulation", agent -> agent.call(HostApi.ACCEPT_EMULATION));
    }

    /// Starts a build of the guest image.
    public UiTask<ImageStatus> buildImage() {
        return tasks.task("image", agent -> agent.call(HostApi.BUILD_IMAGE));
    }

    /// Starts a new build of the guest image with current packages.
    public UiTask<ImageStatus> refreshImage() {
        return tasks.task("image-refresh", agent -> agent.call(HostApi.REFRESH_IMAGE));
    }

    /// Cancels a running build of the guest image.
    public UiTask<ImageStatus> cancelImage() {
        return tasks.task("image-cancel", agent -> agent.call(HostApi.CANCEL_IMAGE));
    }

    /// Returns the user's copy of the sample project in the home folder; creates it if it does not exist.
    public UiTask<Path> sampleProject() {
        return tasks.task(
                "sample",
                agent -> SampleProject.personalCopy(
                        HomeFolder.of(System.getenv()).resolve("belljar-sample")));
    }
}
