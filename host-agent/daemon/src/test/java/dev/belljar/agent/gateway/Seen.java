package dev.belljar.agent.gateway;

import dev.belljar.contract.event.NetEvent;
import dev.belljar.contract.event.NetOp;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An observer that records the events it gets.
final class Seen implements NetObserver {
    private final List<NetEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void seen(NetEvent event) {
        events.add(event);
    }

    List<NetEvent> all() {
        return List.copyOf(events);
    }

    List<NetEvent> of(NetOp op) {
        return events.stream().filter(event -> event.op() == op).toList();
    }

    NetEvent last() {
        return events.getLast();
    }
}
