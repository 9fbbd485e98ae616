package io.tidings.topology.begun;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The note in the commit of a partition while a process has it; a process that ends in order takes it away.
 *
 * @param process that has the partition
 * @param begun by offset
 */
record BegunNote(String process, List<Begun> begun) {
    /** The text has to fit into the metadata of a commit. */
    private static final int MOST = 16;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\+(\\d{1,9})\\*(\\d{1,3})");

    BegunNote {
        begun = List.copyOf(begun);
    }

    /** @param text empty if there is no note; what a later release adds is passed over */
    static Optional<BegunNote> read(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var words = text.split(" ", -1);
        var begun = new ArrayList<Begun>();
        for (int word = 1; word < words.length; word++) {
            var read = TEXT.matcher(words[word]);
            if (read.matches()) {
                long from = Long.parseLong(read.group(1));
                int length = Math.max(1, Integer.parseInt(read.group(2)));
                int times = Math.max(1, Integer.parseInt(read.group(3)));
                begun.add(new Begun(from, from + length, times));
            }
        }
        return Optional.of(new BegunNote(words[0], begun));
    }

    String text() {
        return begun.stream()
                .limit(MOST)
                .map(each -> " %d+%d*%d".formatted(each.from(), each.to() - each.from(), each.times()))
                .collect(Collectors.joining("", process, ""));
    }
}
