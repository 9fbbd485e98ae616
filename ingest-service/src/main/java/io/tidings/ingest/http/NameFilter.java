package io.tidings.ingest.http;

import io.tidings.contract.json.Validated;
import io.tidings.contract.json.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code $filter} of a list: the part of OData that Azure supports, with the name as the only property. Names are
 * compared without case. Pure; used for one text.
 *
 * <pre>
 *   any  = all { "or" all }
 *   all  = one { "and" one }
 *   one  = "not" one | "(" any ")" | "contains(name," text ")" | "name" ("eq" | "ne") text
 * </pre>
 */
final class NameFilter {
    private static final Pattern TOKEN = Pattern.compile("\\s*([(),]|'(?:[^']|'')*+'|[A-Za-z]+)\\s*");
    /** Also limits the depth of nesting. */
    private static final int MAX_LENGTH = 1_000;

    private final List<String> tokens;
    private int next;

    private NameFilter(List<String> tokens) {
        this.tokens = tokens;
    }

    private static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;
    }

    static Validated<Predicate<String>> read(String text) {
        try {
            return new Validated.Valid<>(new NameFilter(tokens(text)).whole());
        } catch (Unreadable e) {
            return new Validated.Invalid<>(List.of(new Violation(
                    "$filter", "must be such as contains(name,'pay') and name ne 'payments', of the name only")));
        }
    }

    private static List<String> tokens(String text) throws Unreadable {
        var matcher = TOKEN.matcher(text);
        var tokens = new ArrayList<String>();
        int end = 0;
        while (end < text.length() && matcher.find(end) && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        if (end < text.length() || text.length() > MAX_LENGTH) {
            throw new Unreadable();
        }
        return tokens;
    }

    private Predicate<String> whole() throws Unreadable {
        var filter = any();
        if (next < tokens.size()) {
            throw new Unreadable();
        }
        return filter;
    }

    private Predicate<String> any() throws Unreadable {
        var filter = all();
        while (taken("or")) {
            filter = filter.or(all());
        }
        return filter;
    }

    private Predicate<String> all() throws Unreadable {
        var filter = one();
        while (taken("and")) {
            filter = filter.and(one());
        }
        return filter;
    }

    private Predicate<String> one() throws Unreadable {
        if (taken("not")) {
            return one().negate();
        }
        if (taken("(")) {
            var inner = any();
            require(")");
            return inner;
        }
        if (taken("contains")) {
            require("(");
            require("name");
            require(",");
            var part = lower(text());
            require(")");
            return name -> lower(name).contains(part);
        }
        require("name");
        boolean equal = taken("eq");
        if (!equal) {
            require("ne");
        }
        var wanted = text();
        return name -> name.equalsIgnoreCase(wanted) == equal;
    }

    private String text() throws Unreadable {
        var token = token();
        if (token == null || !token.startsWith("'")) {
            throw new Unreadable();
        }
        next++;
        return token.substring(1, token.length() - 1).replace("''", "'");
    }

    private boolean taken(String word) {
        boolean there = word.equalsIgnoreCase(token());
        if (there) {
            next++;
        }
        return there;
    }

    private void require(String word) throws Unreadable {
        if (!taken(word)) {
            throw new Unreadable();
        }
    }

    private @Nullable String token() {
        return next < tokens.size() ? tokens.get(next) : null;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
