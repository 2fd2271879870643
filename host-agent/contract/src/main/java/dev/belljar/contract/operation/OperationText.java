package dev.belljar.contract.operation;

/// What the API description says about an operation.
///
/// @param summary what it does, in one or more sentences
/// @param answer what a successful response is
public record OperationText(String summary, String answer) {
    static final OperationText NONE = new OperationText("", "");
}
