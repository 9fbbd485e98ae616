package io.tidings.runtime.http;

import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * The limit on interim responses (1xx) before a response, for one connection. HttpCore limits the head of each response,
 * but not their number, so that a server could send them for ever. Used by one thread at a time.
 */
public final class InterimLimit {
    private static final int COUNT = 20;
    private static final int CHARACTERS = 64 * 1024;

    private int count;
    private int characters;

    /** Counts the head of a response, and begins anew after that of a final one. */
    public void count(HttpResponse head) throws MessageConstraintException {
        if (head.getCode() >= HttpStatus.SC_OK) {
            count = 0;
            characters = 0;
            return;
        }
        count++;
        for (var header : head.getHeaders()) {
            characters += header.getName().length() + header.getValue().length();
        }
        if (count > COUNT) {
            throw new MessageConstraintException("more than " + COUNT + " interim responses");
        }
        if (characters > CHARACTERS) {
            throw new MessageConstraintException("interim responses of more than " + CHARACTERS + " characters");
        }
    }
}
