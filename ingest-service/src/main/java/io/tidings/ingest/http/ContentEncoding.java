package io.tidings.ingest.http;

import java.util.Locale;
import java.util.zip.DataFormatException;

/** Takes the encoding off a body (B-PUB-2). */
public final class ContentEncoding {
    /** Those that are understood, as {@code Accept-Encoding} says it. */
    static final String KNOWN = "gzip";

    private ContentEncoding() {}

    /**
     * The body as it was before it was encoded.
     *
     * @param encoding as {@code Content-Encoding} names it
     * @param limit in bytes, for what comes out
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
