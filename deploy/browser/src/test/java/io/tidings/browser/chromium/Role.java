package io.tidings.browser.chromium;

import java.util.Locale;

/** What an element is to a person who looks for it by its name. */
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
