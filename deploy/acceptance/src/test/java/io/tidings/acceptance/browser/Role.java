package io.tidings.acceptance.browser;

import java.util.Locale;

/** The kinds of elements that a person looks for by name. */
enum Role {
    BUTTON,
    LINK,
    HEADING,
    FIELD,
    TABLE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
