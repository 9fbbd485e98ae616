package io.tidings.runtime;

import java.util.List;

/** Settings with which a program cannot start; the message holds every problem, one a line. */
public final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InvalidSettings(List<String> problems) {
        super("cannot start with these settings:\n  - " + String.join("\n  - ", problems));
    }
}
