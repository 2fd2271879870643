package dev.belljar.app.action;

import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.ReadFile;
import dev.belljar.contract.request.work.ReadWork;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;

/// The actions on the work in a sandbox; `id` is the id of a sandbox.
public final class SyncActions {
    private final TaskRunner tasks;

    SyncActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests what a sync would fetch.
    public UiTask<SyncPlan> plan(String id) {
        return tasks.task(
                "plan",
                agent -> agent.call(SandboxApi.WORK.at(id), ReadWork.IF_CHANGED).plan());
    }

    /// Puts the reviewed work on a branch of the project.
    public UiTask<SyncResult> accept(String id, AcceptSync request) {
        return tasks.task("accept", agent -> agent.call(SyncApi.ACCEPT.at(id), request));
    }

    /// Puts the project's commits into the guest, or with `dryRun` asks what that would do.
    public UiTask<PushResult> push(String id, PushCommits request) {
        return tasks.task("push", agent -> agent.call(PushApi.PUSH.at(id), request));
    }

    /// Reads both sides of a changed file.
    public UiTask<FileContents> contents(String id, String path) {
        return tasks.task("contents", agent -> agent.call(SandboxApi.CONTENTS.at(id), new ReadFile(path)));
    }
}
