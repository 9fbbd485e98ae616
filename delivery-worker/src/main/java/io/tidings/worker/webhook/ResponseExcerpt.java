package io.tidings.worker.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of one response's body. One thread adds to it; any thread may read what has arrived.
 *
 * <p>More bytes are kept than are shown, so that a secret is known to be one even if the shown part ends within it.
 */
public final class ResponseExcerpt {
    static final int SHOWN_BYTES = 1024;
    private static final String COMPRESSED = "(compressed)";
    private static final String MASK = "***";

    /** The most characters of all excerpts that the events of a batch share, and the fewest of each. */
    private static final int SHARED = 64 * 1024;

    private static final int FEWEST = 64;

    private static final Pattern CHARSET = Pattern.compile("charset=\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

    private final SecretMask mask;
    private final Charset charset;
    private final boolean compressed;
    private final byte[] bytes;
    private volatile int length;

    /**
     * @param contentType of the response; null if it names none
     * @param contentEncoding of the response; null if it names none
     */
    public ResponseExcerpt(SecretMask mask, @Nullable String contentType, @Nullable String contentEncoding) {
        this.mask = mask;
        this.charset = contentType == null ? UTF_8 : charsetIn(contentType);
        this.compressed = contentEncoding != null
                && !contentEncoding.strip().toLowerCase(Locale.ROOT).equals("identity");
        this.bytes = new byte[compressed ? 1 : SHOWN_BYTES + mask.longestBytes()];
    }

    private static Charset charsetIn(String contentType) {
        var found = CHARSET.matcher(contentType);
        try {
            return found.find() && Charset.isSupported(found.group(1)) ? Charset.forName(found.group(1)) : UTF_8;
        } catch (IllegalArgumentException _) { // the endpoint's name for it is not legal
            return UTF_8;
        }
    }

    /** Copies as many bytes as fit, and leaves the position of the buffer alone. */
    public void add(ByteBuffer more) {
        int before = length;
        int taken = Math.min(more.remaining(), bytes.length - before);
        if (taken > 0) {
            more.get(more.position(), bytes, before, taken);
            length = before + taken;
        }
    }

    /** Returns null if nothing has arrived. */
    public @Nullable String text() {
        var arrived = Arrays.copyOf(bytes, length);
        if (arrived.length == 0) {
            return null;
        }
        return compressed ? COMPRESSED : shown(arrived);
    }

    private String shown(byte[] arrived) {
        var text = new String(arrived, charset);
        int end = arrived.length <= SHOWN_BYTES
                ? text.length()
                : Math.min(text.length(), new String(arrived, 0, SHOWN_BYTES, charset).length());
        var hidden = mask.in(text);
        var shown = new StringBuilder(end + FEWEST);
        int at = 0;
        while (at < end) {
            if (hidden.get(at)) {
                shown.append(MASK);
                at = hidden.nextClearBit(at);
            } else {
                append(text.charAt(at), shown);
                at++;
            }
        }
        return shown.toString();
    }

    /** Escapes what terminals and pages would act on. */
    private static void append(char each, StringBuilder shown) {
        switch (each) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (actedOn(each)) {
                    shown.append("\\u%04x".formatted((int) each));
                } else {
                    shown.append(each);
                }
            }
        }
    }

    private static boolean actedOn(char each) {
        return switch (Character.getType(each)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** Returns the part of an excerpt that each of so many events keeps, so that a batch writes no megabytes. */
    public static String share(String excerpt, int events) {
        int most = Math.max(FEWEST, SHARED / events);
        return excerpt.length() <= most ? excerpt : excerpt.substring(0, most);
    }
}
