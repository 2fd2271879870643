package dev.belljar.contract.view;

import dev.belljar.contract.request.SetRetention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// For how many minutes machines that are not used are kept in which form; 0 is for ever.
///
/// A running machine that was idle for `idleMinutes`, or has run for `lifetimeMinutes` and is quiet, is hibernated. A
/// stopped one is kept hot (its memory as it is), then warm (its memory compressed), then cold (its disk alone,
/// packed), and goes to the trash, where it is kept for `trashMinutes`. `fixed` names the fields the host agent's
/// environment decides about. `problem` says that what a person had set cannot be read: but for what is fixed, hot,
/// warm, cold and trash are for ever then.
public record RetentionStatus(
        long idleMinutes,
        long lifetimeMinutes,
        long hotMinutes,
        long warmMinutes,
        long coldMinutes,
        long trashMinutes,
        List<String> fixed,
        @Nullable String problem) {
    public RetentionStatus {
        fixed = List.copyOf(fixed);
    }

    /// The same as something that can be set.
    public SetRetention whole() {
        return new SetRetention(idleMinutes, lifetimeMinutes, hotMinutes, warmMinutes, coldMinutes, trashMinutes);
    }
}
