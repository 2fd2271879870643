package dev.belljar.contract.operation;

/// The HTTP methods that the API uses.
public enum HttpMethod {
    GET,
    POST,
    PUT,
    DELETE
}
