package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event;

/// An event with the number its guest gave it.
public record NumberedEvent(long number, Event event) {}
