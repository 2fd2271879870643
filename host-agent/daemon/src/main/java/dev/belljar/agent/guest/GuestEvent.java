package dev.belljar.agent.guest;

import dev.belljar.contract.event.Event;

/// An event with the number the guest gave it; numbers of one boot start at 1 and rise.
public record GuestEvent(long number, Event event) {}
