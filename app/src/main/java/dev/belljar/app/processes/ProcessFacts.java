package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One process with all known data. `inside` is null until the user requests it; `problem` says why it
/// could not be read.
record ProcessFacts(
        ProcessItem line,
        List<ProcessItem> ancestry,
        List<FlowRow> flows,
        List<String> written,
        Optional<Approval> approval,
        boolean paused,
        ProcessActions.@Nullable ProcessResources inside,
        String problem) {}
