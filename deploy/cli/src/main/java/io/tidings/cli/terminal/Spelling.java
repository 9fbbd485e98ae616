package io.tidings.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Guesses what somebody meant who misspelled a name. Pure. */
public final class Spelling {
    private Spelling() {}

    /** Returns a line of its own such as "Did you mean orders?", or an empty text if no known word is like this one. */
    public static String guess(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> distance(word, each) <= Math.max(1, word.length() / 3) || begins(word, each))
                .min(Comparator.<String>comparingInt(each -> distance(word, each))
                        .thenComparing(Comparator.naturalOrder()))
                .map("\nDid you mean %s?"::formatted)
                .orElse("");
    }

    private static boolean begins(String word, String known) {
        return word.length() > 2 && known.startsWith(word);
    }

    private static int distance(String word, String known) {
        return edits(word.toLowerCase(Locale.ROOT), known.toLowerCase(Locale.ROOT));
    }

    /** How many letters were added, left out, replaced or swapped with their neighbour. */
    private static int edits(String a, String b) {
        var fewest = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                fewest[i][j] = i == 0 || j == 0 ? i + j : edits(a, i, b, j, fewest);
            }
        }
        return fewest[a.length()][b.length()];
    }

    private static int edits(String a, int i, String b, int j, int[][] fewest) {
        int replaced = fewest[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int edits = Math.min(replaced, Math.min(fewest[i - 1][j], fewest[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(edits, fewest[i - 2][j - 2] + 1) : edits;
    }
}
