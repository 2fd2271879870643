package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// A question that waits for a person: may this sandbox reach that? Times are milliseconds since the epoch; without
/// an answer it is refused at `expires`.
///
/// `protocol` `dns` asks for a name, before any connection; `port` is 0 there. `process` is the program that asks,
/// null where it is not known, and `asker` what else is known of it. `waiting` counts the connections and questions
/// the answer is for, `asked` when the first of them came.
///
/// `special` says what the address behind a name is where it is not a public one (`a private address`): the question is
/// whether the name may lead there, and an answer opens that address alone. A name (`dns`) has an address only then.
public record Approval(
        String id,
        String sandbox,
        String sandboxName,
        long asked,
        long expires,
        String protocol,
        @Nullable String name,
        @Nullable String address,
        int port,
        @Nullable String process,
        int waiting,
        @Nullable RequestingProcess asker,
        @Nullable String special) {
    /// A question of which no more is known of the process than its program.
    public Approval(
            String id,
            String sandbox,
            String sandboxName,
            long asked,
            long expires,
            String protocol,
            @Nullable String name,
            @Nullable String address,
            int port,
            @Nullable String process,
            int waiting) {
        this(id, sandbox, sandboxName, asked, expires, protocol, name, address, port, process, waiting, null, null);
    }
}
