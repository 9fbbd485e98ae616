package io.tidings.contract.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.event.RecordFields;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a source's record that the delivery attributes of a subscription ask for. The record may be gone when the
 * delivery is sent.
 *
 * @param byPath in lower case, such as {@code kafka.headers.tenant}
 */
public record RecordValues(Map<String, String> byPath) {
    public static final RecordValues NONE = new RecordValues(Map.of());

    /** A delivery attribute has no longer value. */
    private static final int MOST_BYTES = 4096;

    private static final String PATH = "kafka.";
    private static final String PATH_OF_HEADERS = PATH + "headers.";

    public RecordValues {
        byPath = Map.copyOf(byPath);
    }

    /** Leaves out fields that the record lacks, and those that no delivery attribute can hold. */
    public static RecordValues of(RecordFields fields, Collection<String> paths) {
        var values = new HashMap<String, String>();
        for (var path : paths) {
            var text = fields.text(path);
            if (text != null && text.getBytes(UTF_8).length <= MOST_BYTES) {
                values.put(path, text);
            }
        }
        return values.isEmpty() ? NONE : new RecordValues(values);
    }

    /** Returns the path of the value that a delivery has in a header; null if the header is another one. */
    public static @Nullable String path(String header) {
        if (header.startsWith(HeaderNames.KAFKA_HEADER)) {
            return PATH_OF_HEADERS + header.substring(HeaderNames.KAFKA_HEADER.length());
        }
        return header.startsWith(HeaderNames.KAFKA) ? PATH + header.substring(HeaderNames.KAFKA.length()) : null;
    }

    public List<Header> headers() {
        return byPath.entrySet().stream()
                .map(each -> HeaderText.header(headerName(each.getKey()), each.getValue()))
                .toList();
    }

    private static String headerName(String path) {
        return path.startsWith(PATH_OF_HEADERS)
                ? HeaderNames.KAFKA_HEADER + path.substring(PATH_OF_HEADERS.length())
                : HeaderNames.KAFKA + path.substring(PATH.length());
    }
}
