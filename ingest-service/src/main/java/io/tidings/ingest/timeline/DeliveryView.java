package io.tidings.ingest.timeline;

import static io.tidings.contract.json.OptionalMembers.putIfAny;
import static io.tidings.contract.json.OptionalMembers.putUnless;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.OfDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One delivery with its attempts and its state, made from its entries. Pure. */
final class DeliveryView {
    /** More than a delivery can have without crashes of its worker. */
    private static final int MOST_ATTEMPTS = 100;

    private static final String DEAD_LETTER = "DeadLetter";
    private static final String DROP = "Drop";

    private final Identity identity;
    private final List<AttemptLine> attempts = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final List<Export> exports = new ArrayList<>();

    /**
     * A redrive and a replay of the same event may have the same number, but not the same time.
     *
     * @param uid null in lines of earlier releases
     * @param published null in lines of earlier releases
     */
    record Identity(
            SubscriptionKey subscription,
            @Nullable String uid,
            int redriven,
            @Nullable Instant published) {
        static Identity of(OfDelivery entry) {
            var delivery = entry.delivery();
            return new Identity(
                    entry.subscription(), delivery.subscriptionUid(), delivery.redriven(), delivery.published());
        }
    }

    private DeliveryView(Identity identity) {
        this.identity = identity;
    }

    /** @param entries of one delivery */
    static ObjectNode of(Identity identity, List<OfDelivery> entries, RetryLadder ladder) {
        var view = new DeliveryView(identity);
        for (var entry : entries) {
            switch (entry) {
                case Attempt(var _, var line) -> view.attempts.add(line);
                case DeadLetter letter -> view.letters.add(letter);
                case Export export -> view.exports.add(export);
            }
        }
        view.attempts.sort(Comparator.comparing(AttemptLine::ended));
        return view.json(ladder);
    }

    private ObjectNode json(RetryLadder ladder) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("subscription", identity.subscription().name());
        putIfAny(json, "uid", identity.uid());
        writeState(json, ladder);
        putIfAny(json, "published", identity.published());
        putUnless(json, "redriven", identity.redriven(), 0);
        var array = json.putArray("attempts");
        attempts.subList(Math.max(0, attempts.size() - MOST_ATTEMPTS), attempts.size())
                .forEach(line -> array.add(EntryView.of(line)));
        EntryView.blob(exports).ifPresent(blob -> json.set("blob", blob));
        return json;
    }

    private void writeState(ObjectNode json, RetryLadder ladder) {
        if (!letters.isEmpty()) {
            end(json, "DeadLettered", letters.getFirst().ending().reason());
        } else if (verdict(DEAD_LETTER).isPresent() || !exports.isEmpty()) {
            end(json, "DeadLettered", verdict(DEAD_LETTER).orElse(null));
        } else if (verdict(DROP).isPresent()) {
            end(json, "Dropped", verdict(DROP).get());
        } else if (attempts.stream().anyMatch(line -> line.result().outcome() == null)) {
            end(json, "Delivered", null);
        } else {
            waiting(json, ladder);
        }
    }

    private static void end(ObjectNode json, String state, @Nullable String reason) {
        json.put("state", state);
        putIfAny(json, "reason", reason);
    }

    /** Returns the reason of the attempt with this verdict. */
    private Optional<String> verdict(String word) {
        return attempts.stream()
                .map(AttemptLine::consequence)
                .filter(each -> each != null && each.verdict().equals(word))
                .map(each -> Optional.ofNullable(each.reason()).orElse("Unknown"))
                .findFirst();
    }

    private void waiting(ObjectNode json, RetryLadder ladder) {
        json.put("state", "Waiting");
        for (var line : attempts.reversed()) {
            var consequence = line.consequence();
            if (consequence != null && consequence.due() != null) {
                putIfAny(json, "reason", consequence.reason());
                json.put("due", consequence.due().toString());
                ladder.firstHop(Duration.between(line.ended(), consequence.due()))
                        .map(RetryTier::label)
                        .ifPresent(tier -> json.put("tier", tier));
                return;
            }
        }
    }
}
