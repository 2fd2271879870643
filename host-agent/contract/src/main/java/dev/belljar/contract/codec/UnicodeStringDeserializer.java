package dev.belljar.contract.codec;

import java.util.OptionalInt;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.jdk.StringDeserializer;
import tools.jackson.databind.exc.InvalidFormatException;

/// Reads strings and refuses those that are not Unicode: JSON's escapes can also spell half of a surrogate pair,
/// which neither a file name nor UTF-8 can represent.
final class UnicodeStringDeserializer extends StringDeserializer {
    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        String text = super.deserialize(parser, context);
        OptionalInt half = text.codePoints()
                .filter(code -> code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE)
                .findFirst();
        if (half.isPresent()) {
            String fault = "not valid Unicode: found an unpaired surrogate (\\u%04x)".formatted(half.getAsInt());
            throw InvalidFormatException.from(parser, fault, "", String.class);
        }
        return text;
    }
}
