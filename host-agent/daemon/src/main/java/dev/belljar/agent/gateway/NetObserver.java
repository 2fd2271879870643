package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Event.NetEvent;

/// Gets the events of a machine's network. Their `seq` is 0. Called by one thread at a time; must not block
/// long.
public interface NetObserver {
    /// Takes an event: a flow opened, changed or closed, or a name was asked for.
    void seen(NetEvent event);
}
