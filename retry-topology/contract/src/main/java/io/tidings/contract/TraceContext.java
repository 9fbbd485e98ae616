package io.tidings.contract;

import org.jspecify.annotations.Nullable;

/** The position of an event in a distributed trace (W3C Trace Context): the parent of its next step. Pure. */
public record TraceContext(String traceparent, @Nullable String tracestate) {
    /** Version, trace, span and flags in hexadecimal, separated by dashes. */
    private static final int LENGTH = 55;

    private static final int TRACE = 3;
    private static final int SPAN = 36;
    private static final int FLAGS = 53;

    /** Future versions may have more after the flags. */
    private static final int LONGEST = 128;

    private static final int LONGEST_STATE = 512;

    /** Returns null if {@code traceparent} is invalid: an event is not refused because of its trace. */
    public static @Nullable TraceContext of(@Nullable String traceparent, @Nullable String tracestate) {
        if (traceparent == null || !legal(traceparent)) {
            return null;
        }
        return new TraceContext(traceparent, tracestate != null && legalState(tracestate) ? tracestate : null);
    }

    private static boolean legal(String text) {
        return text.length() >= LENGTH
                && text.charAt(TRACE - 1) == '-'
                && text.charAt(SPAN - 1) == '-'
                && text.charAt(FLAGS - 1) == '-'
                && hexadecimal(text, 0, TRACE - 1)
                && hexadecimal(text, TRACE, SPAN - 1)
                && hexadecimal(text, SPAN, FLAGS - 1)
                && hexadecimal(text, FLAGS, LENGTH)
                && !zero(text, TRACE, SPAN - 1)
                && !zero(text, SPAN, FLAGS - 1)
                && !text.startsWith("ff")
                && (text.length() == LENGTH || legalRest(text));
    }

    private static boolean hexadecimal(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean zero(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static boolean legalRest(String text) {
        return !text.startsWith("00")
                && text.charAt(LENGTH) == '-'
                && text.length() <= LONGEST
                && text.chars().allMatch(TraceContext::visible);
    }

    private static boolean legalState(String text) {
        return !text.isBlank() && text.length() <= LONGEST_STATE && text.chars().allMatch(c -> c == ' ' || visible(c));
    }

    private static boolean visible(int c) {
        return c > ' ' && c <= '~';
    }
}
