package dev.belljar.contract.operation;

import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.ReadFile;
import dev.belljar.contract.request.work.ReadWork;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SandboxWork;
import java.util.List;

/// The operations on sandboxes: their lifecycle, what happens in them, and their work.
public final class SandboxApi {
    public static final Operation<Empty, List<Sandbox>> LIST = Operation.get("list", "/sandboxes")
            .about("Lists all sandboxes, the oldest first.", "The sandboxes.")
            .answersList(Sandbox.class);

    public static final Operation<CreateSandbox, Sandbox> CREATE = Operation.post("create", "/sandboxes")
            .about(
                    "Creates a sandbox for a project folder and starts it unless `start` is false.",
                    "The new sandbox; its status and events show the progress of its start.")
            .body(CreateSandbox.class)
            .answers(201, Sandbox.class);

    public static final Operation<Empty, Sandbox> GET = Operation.get("get", "/sandboxes/{id}")
            .about("Returns one sandbox.", "The sandbox.")
            .answers(Sandbox.class);

    public static final Operation<DestroySandbox, DestroyResult> DESTROY = Operation.delete(
                    "destroy", "/sandboxes/{id}")
            .about(
                    "Destroys a sandbox: closes its network, salvages work that exists only in the "
                            + "machine, and moves the sandbox to the trash.",
                    "The work that was saved.")
            .query(DestroySandbox.class)
            .answers(DestroyResult.class);

    public static final Operation<Empty, Empty> RENEW = Operation.post("renew", "/sandboxes/{id}/renew")
            .about(
                    "Says that the client of a sandbox for one command is still there; otherwise the sandbox is deleted"
                            + " a minute later, unless a command runs in it.",
                    "The sandbox stays for another minute.")
            .answersNothing(204);

    public static final Operation<Empty, Empty> DISCARD = Operation.post("discard", "/sandboxes/{id}/discard")
            .about(
                    "Deletes a sandbox that was created for one command, with everything in it and without the trash; 409"
                            + " for any other sandbox.",
                    "Nothing of the sandbox is left.")
            .answersNothing(204);

    public static final Operation<Empty, Sandbox> START = Operation.post("start", "/sandboxes/{id}/start")
            .about(
                    "Starts a sandbox; the response is sent before the sandbox is running.",
                    "The sandbox, which is starting.")
            .exceptIn(SandboxState.STOPPING)
            .answers(202, Sandbox.class);

    public static final Operation<StopSandbox, Sandbox> STOP = Operation.post("stop", "/sandboxes/{id}/stop")
            .about(
                    "Stops a sandbox: closes its network, fetches its work and flushes its disks. The "
                            + "response is sent before the sandbox is stopped.",
                    "The sandbox, which is stopping.")
            .exceptIn(SandboxState.CREATED)
            .query(StopSandbox.class)
            .answers(202, Sandbox.class);

    public static final Operation<Empty, SandboxSettings> SETTINGS = Operation.get(
                    "settings", "/sandboxes/{id}/settings")
            .about(
                    "Returns the settings of a sandbox, what it uses now, and what takes effect at its next start.",
                    "The current values.")
            .answers(SandboxSettings.class);

    public static final Operation<SetSandboxSettings, SandboxSettings> SET = Operation.put(
                    "set", "/sandboxes/{id}/settings")
            .about(
                    "Changes settings of a sandbox; omitted fields stay unchanged. Settings that a running machine can"
                            + " adopt are applied immediately; the others are listed in `pending`.",
                    "The new values.")
            .body(SetSandboxSettings.class)
            .answers(SandboxSettings.class);

    public static final Operation<ExecCommand, ExecResult> EXEC = Operation.post("exec", "/sandboxes/{id}/exec")
            .about(
                    "Runs a command and waits until it ends; standard output and standard error are each "
                            + "truncated at 1 MiB.",
                    "The result of the command.")
            .in(SandboxState.STARTING, SandboxState.RUNNING)
            .body(ExecCommand.class)
            .answers(ExecResult.class);

    public static final Operation<ListProcesses, ProcessTable> PROCESSES = Operation.get(
                    "processes", "/sandboxes/{id}/processes")
            .about("Lists the running processes and those that ended most recently.", "The processes.")
            .query(ListProcesses.class)
            .answers(ProcessTable.class);

    public static final Operation<ReadWork, SandboxWork> WORK = Operation.get("work", "/sandboxes/{id}/work")
            .about(
                    "Returns the review of a sync and all changed files, from one fetch. The work is fetched only if "
                            + "something may have changed since the last fetch.",
                    "The work.")
            .in(SandboxState.RUNNING)
            .query(ReadWork.class)
            .answers(SandboxWork.class);

    public static final Operation<Empty, FileDiff> DIFF = Operation.get("diff", "/sandboxes/{id}/fs/diff")
            .about("Lists the changed files in the workspace and outside it.", "The changed files.")
            .in(SandboxState.RUNNING)
            .answers(FileDiff.class);

    public static final Operation<ReadFile, FileContents> CONTENTS = Operation.get(
                    "contents", "/sandboxes/{id}/fs/diff/file")
            .about("Returns both sides of one changed file.", "The contents of both sides.")
            .query(ReadFile.class)
            .answers(FileContents.class);

    public static final Operation<ListFlows, FlowTable> FLOWS = Operation.get("flows", "/sandboxes/{id}/network/log")
            .about(
                    "Lists the newest flows, optionally only those that began by a given time, with totals over them.",
                    "The flows.")
            .query(ListFlows.class)
            .answers(FlowTable.class);

    public static final Operation<Empty, RunReport> REPORT = Operation.get("report", "/sandboxes/{id}/report")
            .about("Returns everything that was observed in a sandbox, as one document.", "The report.")
            .answers(RunReport.class);

    public static final Operation<Empty, IdentityCheck> IDENTITY = Operation.get("identity", "/sandboxes/{id}/identity")
            .about(
                    "Checks whether a machine that was started from a snapshot or template has its own " + "identity.",
                    "The values that make up the identity, and whether each differs from the original.")
            .in(SandboxState.RUNNING)
            .answers(IdentityCheck.class);

    private SandboxApi() {}
}
