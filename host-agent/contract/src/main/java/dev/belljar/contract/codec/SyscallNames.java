package dev.belljar.contract.codec;

import com.fasterxml.jackson.annotation.JsonProperty;

/// Gives the duration of a system call its JSON name, which differs from the Java name.
interface SyscallNames {
    @JsonProperty("dur_ns")
    long durNs();
}
