package io.tidings.chaos.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The histories of a campaign on disk: a folder for each kind of record, in which each subscription has a file that only
 * grows, with a line for each thing that happened. A line survives the end of its writer once it is written. Safe for
 * use by many threads.
 */
public final class HistoryArchive implements AutoCloseable {
    private static final String OFFERS = "OfferedEvent";
    private static final String NO_WORD = "-";

    private final Path folder;
    private final Map<Path, FileChannel> files = new ConcurrentHashMap<>();

    record MovedForward(Instant at) {}

    public HistoryArchive(Path folder) {
        this.folder = folder;
    }

    /** @param line has components of the types that a history needs */
    public void write(String subscription, Record line) {
        write(line.getClass().getSimpleName(), subscription, line);
    }

    /** Notes an event for a subscription that comes and goes. */
    public void writeOffer(String subscription, AcceptedEvent line) {
        write(OFFERS, subscription, line);
    }

    /** Notes a record of a recovery of the subscription. */
    public void writeMovedForward(String subscription, Instant at) {
        write(subscription, new MovedForward(at));
    }

    private void write(String kind, String subscription, Record line) {
        var words = Stream.of(line.getClass().getRecordComponents()).map(each -> word(each, line));
        var bytes =
                ByteBuffer.wrap(words.collect(Collectors.joining(" ", "", "\n")).getBytes(UTF_8));
        var written = files.computeIfAbsent(
                folder.resolve(kind).resolve(subscription), file -> open(folder.resolve(kind), file));
        synchronized (written) {
            try {
                while (bytes.hasRemaining()) {
                    written.write(bytes);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the history of " + subscription + " cannot be written", e);
            }
        }
    }

    private static FileChannel open(Path kind, Path file) {
        try {
            Files.createDirectories(kind);
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static String word(RecordComponent component, Record line) {
        try {
            return switch (component.getAccessor().invoke(line)) {
                case Instant moment when moment.equals(Instant.MIN) -> NO_WORD;
                case Instant moment -> Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, moment));
                case String text when text.isEmpty() -> NO_WORD;
                case Object value -> value.toString().replace(' ', '_');
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    /** @param letters of the subscription's blobs */
    public SubscriptionHistory history(String subscription, List<BlobRecord> letters) {
        return new SubscriptionHistory(
                subscription,
                read(AcceptedEvent.class, subscription),
                read(OFFERS, AcceptedEvent.class, subscription),
                read(MatchedDelivery.class, subscription),
                read(EndpointRequest.class, subscription),
                read(ReceivedEvent.class, subscription),
                read(SettledEvent.class, subscription),
                read(CommittedAttempt.class, subscription),
                read(DeadLettered.class, subscription),
                letters,
                read(SubscriptionChange.class, subscription),
                read(ProbationWindow.class, subscription),
                read(MovedForward.class, subscription).stream()
                        .map(MovedForward::at)
                        .toList());
    }

    private <T extends Record> List<T> read(Class<T> type, String subscription) {
        return read(type.getSimpleName(), type, subscription);
    }

    private <T extends Record> List<T> read(String kind, Class<T> type, String subscription) {
        var file = folder.resolve(kind).resolve(subscription);
        if (!Files.exists(file)) {
            return List.of();
        }
        var types = Stream.of(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try (var lines = Files.newBufferedReader(file)) {
            var constructor = type.getDeclaredConstructor(types);
            var all = new ArrayList<T>();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var words = line.split(" ", -1);
                all.add(constructor.newInstance(IntStream.range(0, types.length)
                        .mapToObj(each -> value(types[each], words[each]))
                        .toArray()));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type.getSimpleName(), e);
        }
    }

    private static Object value(Class<?> type, String word) {
        if (type == Instant.class) {
            return word.equals(NO_WORD) ? Instant.MIN : Instant.EPOCH.plus(Long.parseLong(word), ChronoUnit.MICROS);
        } else if (type == int.class) {
            return Integer.valueOf(word);
        } else if (type == boolean.class) {
            return Boolean.valueOf(word);
        } else if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .filter(each -> each.toString().equals(word))
                    .findFirst()
                    .orElseThrow();
        }
        return word.equals(NO_WORD) ? "" : word;
    }

    @Override
    public void close() {
        files.values().forEach(file -> {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close a history in " + folder, e);
            }
        });
    }
}
