package io.tidings.ingest.http;

import java.util.Locale;
import java.util.zip.DataFormatException;

/** Decodes the body of a request (B-PUB-2). */
public final class ContentEncoding {
    /** The known encodings in the form of {@code Accept-Encoding}. */
    static final String KNOWN = "gzip";

    private ContentEncoding() {}

    /**
     * @param encoding from {@code Content-Encoding}
     * @param limit of the decoded bytes
     */
    public static Body decoded(byte[] bytes, String encoding, int limit) {
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> new Body.Whole(bytes);
            case "gzip", "x-gzip" -> inflated(bytes, limit);
            default ->
                illegible(
                        415, "InvalidContentType", "Content-Encoding must be absent or " + KNOWN + ", not " + encoding);
        };
    }

    private static Body inflated(byte[] bytes, int limit) {
        try {
            var inflated = Gzip.inflated(bytes, limit);
            return inflated.isPresent() ? new Body.Whole(inflated.get()) : new Body.TooLarge();
        } catch (DataFormatException e) {
            return illegible(
                    400,
                    "InputJsonInvalid",
                    "the body is not valid gzip, although Content-Encoding says so: " + e.getMessage());
        }
    }

    private static Body illegible(int status, String code, String message) {
        return new Body.Malformed(ApiError.of(status, code, message));
    }
}
