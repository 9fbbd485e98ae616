package io.tidings.contract.eventtype;

import org.jspecify.annotations.Nullable;

/** A place in a schema: its names are the schema's, so that it tells nothing about data. */
record Place(@Nullable Place above, String name) {
    static final Place ROOT = new Place(null, "");

    private static final int MOST_CHARACTERS = 200;

    Place below(String member) {
        return new Place(this, member);
    }

    Place below(int element) {
        return below(Integer.toString(element));
    }

    /** Returns whether it is a member of the whole. */
    boolean ofRoot() {
        return above != null && above.above == null;
    }

    /** Returns a JSON pointer, or the end of one that is long. */
    String pointer() {
        var text = new StringBuilder();
        for (var each = this; each.above != null && text.length() <= MOST_CHARACTERS; each = each.above) {
            var name =
                    each.name.length() <= MOST_CHARACTERS ? each.name : each.name.substring(0, MOST_CHARACTERS) + "…";
            text.insert(0, "/" + name.replace("~", "~0").replace("/", "~1"));
        }
        int excess = text.length() - MOST_CHARACTERS;
        return excess <= 0 ? text.toString() : "…" + text.substring(excess);
    }
}
