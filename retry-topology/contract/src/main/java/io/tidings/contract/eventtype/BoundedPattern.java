package io.tidings.contract.eventtype;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;

/** A regular expression in RE2 syntax: a search takes time in proportion to the text, whatever both are. */
record BoundedPattern(Pattern pattern) {
    static final String RULE =
            "must be a regular expression in RE2 syntax (without look-around and backreferences) of at"
                    + " most 1000 characters and 10000 repeated parts";

    private static final int MOST_CHARACTERS = 1_000;
    private static final long MOST_PARTS = 10_000;

    /** @throws PatternSyntaxException if it breaks the {@link #RULE} */
    static BoundedPattern of(String regex) {
        if (regex.length() > MOST_CHARACTERS || parts(regex) > MOST_PARTS) {
            throw new PatternSyntaxException("too large", regex);
        }
        return new BoundedPattern(Pattern.compile(regex));
    }

    boolean foundIn(String text) {
        Steps.take((long) text.length() * pattern.programSize());
        return pattern.matcher(text).find();
    }

    /** An upper bound of the parts when counted repetitions, also nested ones, are written out as RE2/J does. */
    private static long parts(String regex) {
        var outer = new ArrayDeque<Long>();
        long sum = 0;
        long last = 0;
        for (int i = 0; i < regex.length() && sum <= MOST_PARTS; i++) {
            switch (regex.charAt(i)) {
                case '(' -> {
                    outer.push(sum);
                    sum = 0;
                }
                case ')' -> {
                    last = sum + 1;
                    sum = last + (outer.isEmpty() ? 0 : outer.pop());
                }
                case '{' -> {
                    int end = regex.indexOf('}', i);
                    long times = end < 0 ? 1 : times(regex.substring(i + 1, end));
                    sum += last * (times - 1);
                    last *= times;
                }
                case '\\' -> {
                    i++;
                    last = 1;
                    sum++;
                }
                default -> {
                    last = 1;
                    sum++;
                }
            }
        }
        return sum;
    }

    /** Returns 1 for braces that hold no numbers. */
    private static long times(String braces) {
        long most = 1;
        for (var number : braces.split(",", -1)) {
            if (!number.isEmpty() && number.length() <= 9 && number.chars().allMatch(Character::isDigit)) {
                most = Math.max(most, Long.parseLong(number));
            }
        }
        return most;
    }
}
