package io.tidings.acceptance.browser.chromium;

import java.util.Locale;

/** The kinds of elements that a person looks for by name. */
public enum Role {
    BUTTON,
    LINK,
    HEADING,
    FIELD,
    TABLE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
