package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An observer that records the events it gets.
public final class Seen implements NetObserver {
    private final List<NetEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void seen(NetEvent event) {
        events.add(event);
    }

    public List<NetEvent> all() {
        return List.copyOf(events);
    }

    public List<NetEvent> of(NetOp op) {
        return events.stream().filter(event -> event.op() == op).toList();
    }

    public NetEvent last() {
        return events.getLast();
    }
}
