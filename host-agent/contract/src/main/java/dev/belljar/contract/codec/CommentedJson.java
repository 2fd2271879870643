package dev.belljar.contract.codec;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON with comments and trailing commas, as editors and tools for developers write their settings.
public final class CommentedJson {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_NUMBER = 100;
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER)
                            .build())
                    .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                    .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private CommentedJson() {}

    /// Reads an object as nested maps and lists.
    ///
    /// @throws JsonFault naming the position when the text is not such an object
    public static Map<String, Object> readMap(String text) throws JsonFault {
        String json = text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1);
        JavaType type = MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Object.class);
        try {
            Map<String, Object> map = MAPPER.readValue(json, type);
            if (map == null) {
                throw new JsonFault("expected a JSON object, found null", null);
            }
            return map;
        } catch (JacksonException e) {
            String place = e.getLocation() == null || e.getLocation().getLineNr() < 1
                    ? ""
                    : "line %d, column %d: "
                            .formatted(
                                    e.getLocation().getLineNr(), e.getLocation().getColumnNr());
            throw new JsonFault(place + e.getOriginalMessage(), e);
        }
    }
}
