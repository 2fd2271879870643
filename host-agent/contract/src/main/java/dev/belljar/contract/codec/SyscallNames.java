package dev.belljar.contract.codec;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The seed's name for a duration, which is not how Java writes it.
interface SyscallNames {
    @JsonProperty("dur_ns")
    long durNs();
}
