package io.tidings.contract.eventtype;

import com.google.re2j.Pattern;

/** A regular expression: a search takes time in proportion to the text, whatever both are. */
record BoundedPattern(Pattern pattern) {
    /** A part of a program looks at a character that much faster than a rule looks at a value. */
    private static final int PARTS_OF_A_STEP = 4;

    boolean foundIn(String text, Steps steps) {
        steps.take((text.length() + 1L) * pattern.programSize() / PARTS_OF_A_STEP + 1);
        return pattern.matcher(text).find();
    }
}
