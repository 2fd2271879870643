package dev.belljar.agent.oci;

import dev.belljar.agent.oci.ImageFiles.ImageFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON object of an image. A field of another type than expected counts as missing.
record OciJson(Map<String, Object> fields) {
    private static final String WRAPPED = "all";

    /// The bytes of a document, which are bounded.
    static byte[] bytes(ImageFiles files, String path, OciLimits limits) throws IOException, OciException {
        try (ImageFile file = files.open(path)) {
            byte[] bytes = file.content().readNBytes(limits.documentBytes() + 1);
            if (bytes.length > limits.documentBytes()) {
                throw OciException.tooLarge("%s has more than %,d bytes".formatted(path, limits.documentBytes()));
            }
            return bytes;
        }
    }

    /// Reads an object.
    static OciJson read(byte[] bytes, String what, OciLimits limits) throws OciException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        bound(text, what, limits);
        try {
            return new OciJson(ContractJson.readMap(text));
        } catch (JsonFault e) {
            throw OciException.invalid(what + " is not a JSON object: " + e.getMessage());
        }
    }

    /// Reads a list of objects.
    static List<OciJson> readList(byte[] bytes, String what, OciLimits limits) throws OciException {
        String text = "{\"%s\":%s}".formatted(WRAPPED, new String(bytes, StandardCharsets.UTF_8));
        return read(text.getBytes(StandardCharsets.UTF_8), what, limits).objects(WRAPPED);
    }

    /// Counts before anything is built, because a short text can stand for very many objects.
    private static void bound(String text, String what, OciLimits limits) throws OciException {
        int values = 0;
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                values++;
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == ',') {
                values++;
            }
            if (values > limits.documentValues() || depth > limits.documentDepth()) {
                throw OciException.tooLarge("%s has more than %,d values, or is nested more than %d deep"
                        .formatted(what, limits.documentValues(), limits.documentDepth()));
            }
        }
    }

    @Nullable
    String text(String name) {
        return fields.get(name) instanceof String text ? text : null;
    }

    long number(String name, long missing) {
        return fields.get(name) instanceof Number number ? number.longValue() : missing;
    }

    OciJson object(String name) {
        return of(fields.get(name));
    }

    private static OciJson of(@Nullable Object value) {
        Map<String, Object> all = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> all.put(String.valueOf(key), each));
        }
        return new OciJson(all);
    }

    List<OciJson> objects(String name) {
        List<OciJson> all = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            list.forEach(each -> all.add(of(each)));
        }
        return all;
    }

    List<String> texts(String name) {
        List<String> all = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            list.forEach(each -> all.add(String.valueOf(each)));
        }
        return all;
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }
}
