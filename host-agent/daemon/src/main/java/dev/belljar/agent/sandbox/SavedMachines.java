package dev.belljar.agent.sandbox;

import dev.belljar.agent.snapshot.ProjectTemplates;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateStore;
import dev.belljar.agent.snapshot.WarmPool;

/// What a machine can be started from instead of booting: a snapshot, the template, the warm pool, or the
/// template of its project.
public record SavedMachines(
        SnapshotStore snapshots, TemplateStore templates, WarmPool pool, ProjectTemplates projects) {}
