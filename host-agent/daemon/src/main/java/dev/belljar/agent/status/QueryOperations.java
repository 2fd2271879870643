package dev.belljar.agent.status;

import dev.belljar.agent.journal.Journal;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.host.HostGauges;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessTable;
import dev.belljar.contract.view.process.RunReport;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import org.jspecify.annotations.Nullable;

/// The API's operations on what happened in a sandbox and on its work. A sandbox is given by its id or name.
public interface QueryOperations {
    /// The journal, for cursors.
    Journal journal(String id) throws BelljarException;

    /// The journal of the host.
    Journal hostJournal();

    /// The running processes and the newest `finished` ended ones.
    ProcessTable processes(String id, int finished) throws BelljarException, InterruptedException;

    /// The current figures of the host and of all sandboxes, and of the processes of one sandbox if its id is given and
    /// it is running.
    HostGauges gauges(@Nullable String id) throws BelljarException, InterruptedException;

    /// The review of a sync and all changed files; with `fetch` false, those of the last fetch if nothing has changed
    /// since.
    SandboxWork work(String id, boolean fetch) throws BelljarException, InterruptedException;

    /// Both sides of one changed file.
    FileContents contents(String id, String path) throws BelljarException, InterruptedException;

    /// The newest `most` flows, with totals.
    FlowTable flows(String id, int most) throws BelljarException;

    /// Everything observed in a sandbox, in one document.
    RunReport report(String id) throws BelljarException, InterruptedException;

    /// Fetches the work and returns its review.
    SyncPlan plan(String id) throws BelljarException, InterruptedException;

    /// Puts the reviewed work on the sandbox's branch.
    SyncResult accept(String id, AcceptSync request) throws BelljarException, InterruptedException;
}
