package io.tidings.contract.eventtype;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.HashMap;
import java.util.Map;

/**
 * Compiles the regular expressions of one schema. RE2/J writes counted repetitions out, nested ones too, so the parts are
 * counted before. What could be counted otherwise than RE2/J reads it is refused.
 */
final class PatternCompiler {
    static final String RULE =
            "must be a regular expression in RE2 syntax of at most 1000 characters, without look-around,"
                + " backreferences, flags, names, \\Q, or { and [ that stand for themselves; and those of one schema"
                + " may have 1000 parts in all, when repetitions are written out, and 10 more for each";

    private static final int MOST_CHARACTERS = 1_000;
    private static final int MOST_PARTS = 1_000;

    /** Of the memory of a compiled one. */
    private static final int PARTS_OF_ANY = 10;

    /** Such a class is a table of hundreds of ranges. */
    private static final int PARTS_OF_A_UNICODE_CLASS = 100;

    private static final java.util.regex.Pattern TIMES =
            java.util.regex.Pattern.compile("\\{(\\d{1,4})(?:,(\\d{0,4}))?}");

    private final Map<String, BoundedPattern> compiled = new HashMap<>();
    private int parts;

    /** @throws PatternSyntaxException if it breaks the {@link #RULE} */
    BoundedPattern compiled(String regex) {
        var present = compiled.get(regex);
        if (present != null) {
            return present;
        }
        if (regex.length() > MOST_CHARACTERS) {
            throw new PatternSyntaxException("too long", regex);
        }
        parts += PARTS_OF_ANY + new Count(regex).all();
        if (parts > MOST_PARTS) {
            throw new PatternSyntaxException("too large", regex);
        }
        var pattern = new BoundedPattern(Pattern.compile(regex));
        compiled.put(regex, pattern);
        return pattern;
    }

    int parts() {
        return parts;
    }

    /** Reads one expression from left to right. */
    private static final class Count {
        private final String regex;
        private int at;

        Count(String regex) {
            this.regex = regex;
        }

        int all() {
            int sum = alternatives();
            return at == regex.length() ? sum : refuse();
        }

        /** Up to the end, or to the bracket that closes the group. */
        private int alternatives() {
            int sum = 1;
            while (at < regex.length() && regex.charAt(at) != ')') {
                sum = bounded(sum + repeated());
            }
            return sum;
        }

        private int repeated() {
            int sum = atom();
            while (at < regex.length() && "*+?{".indexOf(regex.charAt(at)) >= 0) {
                sum = bounded((long) sum * times() + 1);
            }
            return sum;
        }

        private int times() {
            if (regex.charAt(at) != '{') {
                at++;
                return 1;
            }
            var braces = TIMES.matcher(regex).region(at, regex.length());
            if (!braces.lookingAt()) {
                return refuse();
            }
            at = braces.end();
            int least = Integer.parseInt(braces.group(1));
            var most = braces.group(2);
            return 1 + (most == null || most.isEmpty() ? least : Math.max(least, Integer.parseInt(most)));
        }

        private int atom() {
            return switch (regex.charAt(at++)) {
                case '(' -> group();
                case '[' -> bracketed();
                case '\\' -> escaped();
                default -> 1;
            };
        }

        private int group() {
            if (regex.startsWith("?:", at)) {
                at += 2;
            } else if (regex.startsWith("?", at)) {
                return refuse();
            }
            int sum = alternatives();
            if (at == regex.length()) {
                return refuse();
            }
            at++;
            return bounded(sum + 2);
        }

        private int bracketed() {
            int sum = 1;
            if (regex.startsWith("^", at)) {
                at++;
            }
            boolean first = true; // a ] there stands for itself
            while (at < regex.length()) {
                char each = regex.charAt(at++);
                if (each == ']' && !first) {
                    return sum;
                }
                if (each == '[') {
                    return refuse(); // of a class with a name
                }
                if (each == '\\') {
                    sum = bounded(sum + escaped() - 1);
                }
                first = false;
            }
            return refuse();
        }

        private int escaped() {
            if (at == regex.length()) {
                return refuse();
            }
            char each = regex.charAt(at++);
            if (each == 'Q') {
                return refuse();
            }
            boolean table = each == 'p' || each == 'P';
            if ((table || each == 'x') && regex.startsWith("{", at)) {
                int end = regex.indexOf('}', at);
                at = end < 0 ? regex.length() : end + 1;
            } else if (table) {
                at = Math.min(at + 1, regex.length());
            }
            return table ? PARTS_OF_A_UNICODE_CLASS : 1;
        }

        private int bounded(long sum) {
            return sum > MOST_PARTS ? refuse() : (int) sum;
        }

        private int refuse() {
            throw new PatternSyntaxException("cannot be counted", regex);
        }
    }
}
