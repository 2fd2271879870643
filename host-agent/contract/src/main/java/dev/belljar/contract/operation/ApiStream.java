package dev.belljar.contract.operation;

import dev.belljar.contract.operation.Operation.OperationCall;

/// The streams of the API, each requested with `GET` unless it says `POST`. `openapi.json` of the host agent describes
/// what they carry.
public enum ApiStream {
    /// All events of the host and of all sandboxes, as server-sent events.
    HOST_EVENTS("/events"),
    /// The events of one sandbox, as server-sent events.
    EVENTS("/sandboxes/{id}/events"),
    /// The frames of a running machine's network, in pcap format.
    CAPTURE("/sandboxes/{id}/network/pcap"),
    /// The input and output of a command, over a WebSocket.
    TERMINAL("/sandboxes/{id}/terminal"),
    /// A terminal of the sandbox's session, over a WebSocket.
    SESSION_TERMINAL("/sandboxes/{id}/session/terminal"),
    /// A connection to a port of the machine, over a WebSocket.
    TUNNEL("/sandboxes/{id}/tunnel"),
    /// The contents of files of the workspace as a tar archive; the body of the request is a `FetchFiles`.
    READ_FILES("/sandboxes/{id}/files/read", HttpMethod.POST);

    /// The response header with the id of a packet capture, by which its figures are requested.
    public static final String CAPTURE_ID = "Belljar-Capture";

    private static final String SANDBOX = "{id}";

    private final String path;
    private final HttpMethod method;

    ApiStream(String path) {
        this(path, HttpMethod.GET);
    }

    ApiStream(String path, HttpMethod method) {
        this.path = path;
        this.method = method;
    }

    /// The method of a request.
    public HttpMethod method() {
        return method;
    }

    /// The path; `{id}` stands for a sandbox.
    public String path() {
        return path;
    }

    /// The path of a request for this sandbox, encoded.
    public String at(String sandbox) {
        return path.replace(SANDBOX, OperationCall.encode(sandbox));
    }
}
