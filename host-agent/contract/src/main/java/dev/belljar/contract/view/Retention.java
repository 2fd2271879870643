package dev.belljar.contract.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// For how many minutes machines that are not used are kept in which form; 0 is for ever.
///
/// A running machine that was idle for `idleMinutes`, or has run for `lifetimeMinutes` and is quiet, is hibernated. A
/// stopped one is kept hot (its memory as it is), then warm (its memory compressed), then cold (its disk alone,
/// packed), and goes to the trash, where it is kept for `trashMinutes`. `fixed` names the fields the host agent's
/// environment decides about. `problem` says why what a person had set cannot be read: all of it is for ever then.
public record Retention(
        long idleMinutes,
        long lifetimeMinutes,
        long hotMinutes,
        long warmMinutes,
        long coldMinutes,
        long trashMinutes,
        List<String> fixed,
        @Nullable String problem) {
    public Retention {
        fixed = List.copyOf(fixed);
    }
}
