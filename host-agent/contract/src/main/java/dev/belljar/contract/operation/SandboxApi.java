package dev.belljar.contract.operation;

import dev.belljar.contract.request.AcceptSync;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.request.DestroySandbox;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.request.ListFlows;
import dev.belljar.contract.request.ListProcesses;
import dev.belljar.contract.request.ReadFile;
import dev.belljar.contract.request.ReadWork;
import dev.belljar.contract.request.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.DestroyResult;
import dev.belljar.contract.view.ExecResult;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import dev.belljar.contract.view.FlowTable;
import dev.belljar.contract.view.IdentityCheck;
import dev.belljar.contract.view.ProcessTable;
import dev.belljar.contract.view.RunReport;
import dev.belljar.contract.view.SandboxWork;
import dev.belljar.contract.view.SyncPlan;
import dev.belljar.contract.view.SyncResult;
import java.util.List;

/// The operations on sandboxes: their lifecycle, what happens in them, and their work.
public final class SandboxApi {
    /// All sandboxes.
    public static final Operation<Empty, List<Sandbox>> LIST =
            Operation.get("list", "/sandboxes").answersList(Sandbox.class);

    /// Creates a sandbox for a project folder.
    public static final Operation<CreateSandbox, Sandbox> CREATE =
            Operation.post("create", "/sandboxes").body(CreateSandbox.class).answers(201, Sandbox.class);

    /// One sandbox.
    public static final Operation<Empty, Sandbox> GET =
            Operation.get("get", "/sandboxes/{id}").answers(Sandbox.class);

    /// Salvages the work and moves the sandbox to the trash.
    public static final Operation<DestroySandbox, DestroyResult> DESTROY = Operation.delete(
                    "destroy", "/sandboxes/{id}")
            .query(DestroySandbox.class)
            .answers(DestroyResult.class);

    /// Starts a sandbox.
    public static final Operation<Empty, Sandbox> START = Operation.post("start", "/sandboxes/{id}/start")
            .exceptIn(SandboxState.STOPPING)
            .answers(202, Sandbox.class);

    /// Stops a sandbox; the response is sent before it is stopped.
    public static final Operation<StopSandbox, Sandbox> STOP = Operation.post("stop", "/sandboxes/{id}/stop")
            .exceptIn(SandboxState.CREATED)
            .query(StopSandbox.class)
            .answers(202, Sandbox.class);

    /// Runs a command to its end; standard output and standard error are each cut at 1 MiB.
    public static final Operation<ExecCommand, ExecResult> EXEC = Operation.post("exec", "/sandboxes/{id}/exec")
            .in(SandboxState.STARTING, SandboxState.RUNNING)
            .body(ExecCommand.class)
            .answers(ExecResult.class);

    /// The processes of a sandbox.
    public static final Operation<ListProcesses, ProcessTable> PROCESSES = Operation.get(
                    "processes", "/sandboxes/{id}/processes")
            .query(ListProcesses.class)
            .answers(ProcessTable.class);

    /// The review of a sync and all changed files, from one fetch.
    public static final Operation<ReadWork, SandboxWork> WORK = Operation.get("work", "/sandboxes/{id}/work")
            .in(SandboxState.RUNNING)
            .query(ReadWork.class)
            .answers(SandboxWork.class);

    /// The changed files of the workspace.
    public static final Operation<Empty, FileDiff> DIFF =
            Operation.get("diff", "/sandboxes/{id}/fs/diff").answers(FileDiff.class);

    /// A changed file, before and after.
    public static final Operation<ReadFile, FileContents> CONTENTS = Operation.get(
                    "contents", "/sandboxes/{id}/fs/diff/file")
            .query(ReadFile.class)
            .answers(FileContents.class);

    /// The connections of a sandbox, the newest first.
    public static final Operation<ListFlows, FlowTable> FLOWS = Operation.get("flows", "/sandboxes/{id}/network/log")
            .query(ListFlows.class)
            .answers(FlowTable.class);

    /// What happened in a sandbox, as one report.
    public static final Operation<Empty, RunReport> REPORT =
            Operation.get("report", "/sandboxes/{id}/report").answers(RunReport.class);

    /// Whether a running machine has an identity of its own.
    public static final Operation<Empty, IdentityCheck> IDENTITY = Operation.get("identity", "/sandboxes/{id}/identity")
            .in(SandboxState.RUNNING)
            .answers(IdentityCheck.class);

    /// Fetches the work and returns its review.
    public static final Operation<Empty, SyncPlan> PLAN = Operation.post("plan", "/sandboxes/{id}/sync")
            .in(SandboxState.RUNNING)
            .answers(SyncPlan.class);

    /// Puts the reviewed work on the project's branch.
    public static final Operation<AcceptSync, SyncResult> ACCEPT = Operation.post(
                    "accept", "/sandboxes/{id}/sync/accept")
            .body(AcceptSync.class)
            .answers(SyncResult.class);

    private SandboxApi() {}
}
