package dev.belljar.contract.operation;

/// Where an HTTP request carries the parameters of an operation that are not in its path.
public enum RequestPlace {
    /// In the query string, one parameter per field.
    QUERY,
    /// In the body, as one JSON object.
    BODY
}
