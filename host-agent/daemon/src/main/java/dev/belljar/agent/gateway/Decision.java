package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// What was decided about a destination, and the rule behind it in words.
public record Decision(Verdict verdict, String rule) {}
