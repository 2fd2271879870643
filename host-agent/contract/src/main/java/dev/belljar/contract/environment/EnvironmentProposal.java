package dev.belljar.contract.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The environment that a project proposes, compared with the one that the user accepted. The proposal has no
/// effect.
///
/// `file` is the file that proposes it, relative to the project, and `text` its content; `file` is null if
/// there is none. `digest` identifies exactly this content when it is accepted. `environment` is what it
/// proposes, and `items` are the same in words, compared. `ignored` says what the file contains that Belljar
/// does not take over, and `problem` why the proposal cannot be accepted.
public record EnvironmentProposal(
        String project,
        @Nullable String file,
        String text,
        String digest,
        EnvironmentState state,
        Environment environment,
        List<EnvironmentItem> items,
        List<String> ignored,
        @Nullable String problem,
        @Nullable AcceptedEnvironment accepted) {
    public EnvironmentProposal {
        items = List.copyOf(items);
        ignored = List.copyOf(ignored);
    }

    /// True if the user has to decide about this proposal.
    public boolean waiting() {
        return state == EnvironmentState.PROPOSED || state == EnvironmentState.CHANGED;
    }
}
