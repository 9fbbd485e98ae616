package io.tidings.contract.topic;

import org.jspecify.annotations.Nullable;

/** The registry has not said what a schema is: the record is neither valid nor invalid, and is to be read again. */
public final class SchemaUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public SchemaUnavailable(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
