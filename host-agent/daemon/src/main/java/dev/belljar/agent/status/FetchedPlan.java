package dev.belljar.agent.status;

import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.contract.view.work.SyncPlan;

/// The review of fetched work, which contains everything that was written before the mark.
public record FetchedPlan(WorkspaceActivity.Mark before, SyncPlan plan) {}
