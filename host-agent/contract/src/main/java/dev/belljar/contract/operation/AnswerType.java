package dev.belljar.contract.operation;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;

/// The type of the response of an operation: one record, a list of records, or no content ([Empty]).
///
/// @param <A> what the client gets
/// @param element the record
/// @param list whether the response is a list of such records
public record AnswerType<A>(Class<?> element, boolean list) {
    /// Reads a response; unknown fields are ignored.
    ///
    /// @throws JsonFault when the text is no such response
    @SuppressWarnings("unchecked") // A is `List<element>` or `element`; only Operation creates instances
    public A read(String json) throws JsonFault {
        if (element == Empty.class) {
            return (A) Empty.NOTHING;
        }
        return (A) (list ? ContractJson.readList(json, element) : ContractJson.read(json, element));
    }
}
