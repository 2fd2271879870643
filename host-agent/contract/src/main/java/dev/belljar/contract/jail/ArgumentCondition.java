package dev.belljar.contract.jail;

/// A condition on one argument of a system call. `argument` counts from 0 to 5; `value` has 64 bits, so that
/// -1 means all of them. Of an argument that the kernel itself shortens to 32 bits, only those are compared.
public record ArgumentCondition(int argument, ArgumentOperator operator, long value) {}
