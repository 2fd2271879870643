package dev.belljar.agent.sandbox;

import dev.belljar.agent.frozen.FrozenMachine;
import dev.belljar.agent.snapshot.Templates;
import dev.belljar.agent.vm.MachineSpec;
import java.util.Map;
import java.util.Optional;

/// A host whose machines always boot.
final class NoTemplates implements Templates {
    @Override
    public Optional<FrozenMachine> of(MachineSpec shape, Progress progress) {
        return Optional.empty();
    }

    @Override
    public Map<String, String> identity(String plan) {
        return Map.of();
    }
}
