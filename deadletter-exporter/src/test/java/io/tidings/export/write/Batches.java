package io.tidings.export.write;

import static io.tidings.export.Examples.NOON;

import io.tidings.contract.record.ReappendState;
import io.tidings.export.Examples;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.DeadLetter;
import java.time.Duration;
import java.util.List;

/** Batches with one dead letter of a subscription. */
final class Batches {
    private static final String NAME = "TO-CRM/2026/11/21/12/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";

    private Batches() {}

    static BlobBatch again(Duration unavailable) {
        var record = Examples.deadLetter(Examples.TOPICS, 0, "to-crm", Examples.ACCOUNT, "dead", "e1");
        new ReappendState(NOON.minus(Duration.ofHours(9)), NAME, 1, 1, unavailable).writeTo(record.headers());
        var read = (DeadLetter.Read.Valid) DeadLetter.read(7, NOON, record.headers(), record.value());
        return new BlobBatch(NOON, List.of(read.letter()));
    }

    static BlobBatch part(String container) {
        return part(Examples.ACCOUNT, container);
    }

    static BlobBatch part(String account, String container) {
        var record = Examples.deadLetter(Examples.TOPICS, 0, "to-crm", account, container, "e1");
        var read = (DeadLetter.Read.Valid) DeadLetter.read(7, NOON, record.headers(), record.value());
        return new BlobBatch(NOON, List.of(read.letter()));
    }
}
