package dev.belljar.agent.gateway;

import dev.belljar.contract.event.NetEvent;

/// Who is told what passes on a machine's network. `seq` of the events is 0; called from one thread at a time; must
/// not block long.
public interface NetObserver {
    /// A flow opened, changed or closed, or a name was asked for.
    void seen(NetEvent event);
}
