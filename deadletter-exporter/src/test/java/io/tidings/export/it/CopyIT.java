package io.tidings.export.it;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static io.tidings.export.it.ExporterFixture.PATIENCE;
import static io.tidings.export.it.ExporterFixture.ids;
import static io.tidings.export.it.ExporterFixture.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.testbed.broker.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-DLQ-8 on a real broker: dead letters in Kafka topics of their owners. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
@Order(1)
class CopyIT {
    private static final int LETTERS = 3_000;

    @TempDir
    private Path storage;

    @TempDir
    private Path logs;

    private ExporterFixture bench;
    private String shop;
    private String bills;

    @BeforeEach
    void useTopicsOfItsOwn() throws IOException {
        bench = ExporterFixture.open(storage);
        shop = "shop-of-" + bench.topics().prefix() + "dead";
        bills = "bills-of-" + bench.topics().prefix() + "dead";
        bench.settings().put("deadletter.kafka.shop", shop);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aLetterIsInItsTopicBesideOrInsteadOfABlob() throws Exception {
        create(shop);
        bench.start();
        var both = letter("to-crm", "shop", "both");
        var alone = withoutContainer(letter("to-crm", "shop", "alone"));
        bench.committed(List.of(both, alone, deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "blob")));

        assertThat(copies(shop, 2)).containsExactlyInAnyOrder("both", "alone");
        bench.awaitExported("blob", "both");
        assertThat(bench.records(shop, 2)).allSatisfy(copy -> {
            assertThat(text(copy, "__connect.errors.connector.name")).isEqualTo("orders/to-crm");
            assertThat(copy.value()).isIn(both.value(), alone.value());
        });
        assertThat(bench.metrics()
                        .counter("tidings.dead.letter.copies", "topic", "orders", "subscription", "to-crm")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void anExporterThatIsKilledLeavesOneCopyOfEachLetter() throws Exception {
        create(shop);
        var first = start("first");
        for (int i = 0; i < LETTERS; i += 100) {
            var letters = new ArrayList<ProducerRecord<byte[], byte[]>>();
            ids(LETTERS).subList(i, i + 100).forEach(id -> letters.add(withoutContainer(letter("to-crm", "shop", id))));
            bench.committed(letters);
            if (i == LETTERS / 3) {
                bench.records(shop, 1);
                kill(first);
                first = start("second");
            }
        }
        bench.records(shop, LETTERS / 2);
        kill(first);
        bench.start();

        assertThat(copies(shop, LETTERS)).containsExactlyInAnyOrderElementsOf(ids(LETTERS));
        bench.committed(List.of(letter("to-crm", "shop", "last")));
        assertThat(copies(shop, LETTERS + 1)).hasSize(LETTERS + 1).doesNotHaveDuplicates();
    }

    /** The transaction of a predecessor that died between its copies and its commit. */
    @Test
    void copiesWithoutACommitAreNeverSeen() throws Exception {
        create(shop);
        var id = bench.topics().exportersGroup() + "-exporter/shop";
        try (var dying = ExporterFixture.clients().transactional(id, Map.of())) {
            dying.beginTransaction();
            dying.send(new ProducerRecord<>(shop, 0, null, new byte[] {1})).get();
            bench.start();
            bench.committed(List.of(letter("to-crm", "shop", "e1")));
            assertThat(copies(shop, 1)).containsExactly("e1");
        }
    }

    @Test
    void aMissingTopicDelaysNoOtherAndGetsItsLettersWhenItIsThere() throws Exception {
        bench.settings().put("deadletter.kafka.bills", bills);
        bench.settings().put("deadletter.drop.after", "never");
        create(shop);
        var exporter = bench.start();
        bench.committed(List.of(
                letter("to-bills", "bills", "waits"),
                letter("to-crm", "shop", "e1"),
                letter("to-bills", "bills", "too")));

        assertThat(copies(shop, 1)).containsExactly("e1");
        bench.awaitExported("e1", "too", "waits");
        await().atMost(PATIENCE).until(() -> !exporter.ready());
        bench.committed(List.of(letter("to-crm", "shop", "e2")));
        assertThat(copies(shop, 2)).containsExactly("e1", "e2");

        create(bills);
        assertThat(copies(bills, 2)).containsExactly("waits", "too");
        await().atMost(PATIENCE).until(exporter::ready);
        assertThat(bench.metrics().find("tidings.dropped").counter()).isNull();
    }

    @Test
    void lettersOfATopicThatStaysAwayAreDroppedAndCounted() throws Exception {
        bench.settings().put("deadletter.drop.after", "20m"); // 1.2 s, as time is scaled
        bench.start();
        bench.committed(List.of(letter("to-crm", "shop", "e1"), letter("to-crm", "shop", "e2")));

        await().atMost(PATIENCE).until(() -> bench.dropped("StorageUnavailable", "to-crm") == 2);
        create(shop);
        bench.committed(List.of(letter("to-crm", "shop", "e3")));
        assertThat(copies(shop, 1)).containsExactly("e3");
    }

    @Test
    void whatMayNotBeInATopicOrIsTooLargeForItIsDroppedAndTheRestCopied() throws Exception {
        bench.settings().put("deadletter.kafka.shop.topics", "orders");
        create(shop, Map.of("max.message.bytes", "20000"));
        bench.start();
        var foreign = letter("to-crm", "shop", "foreign");
        HeaderText.set(foreign.headers(), HeaderNames.TOPIC, "payroll");
        var large = deadLetter(bench.topics(), 0, "to-crm", ACCOUNT, "dead", "large", incompressible("large"));
        large.headers().add(HeaderText.header(HeaderNames.DEAD_LETTER_TOPIC, "shop"));
        bench.committed(List.of(letter("to-crm", "shop", "e1"), foreign, large, letter("to-crm", "shop", "e2")));

        assertThat(copies(shop, 2)).containsExactly("e1", "e2");
        await().atMost(PATIENCE).until(() -> bench.dropped("RecordTooLarge", "to-crm") == 1);
        await().atMost(PATIENCE)
                .until(() -> bench.metrics()
                                .counter(
                                        "tidings.dropped",
                                        "reason",
                                        "TopicNotAllowed",
                                        "topic",
                                        "payroll",
                                        "subscription",
                                        "to-crm")
                                .count()
                        == 1);
    }

    private ProducerRecord<byte[], byte[]> letter(String subscription, String name, String id) {
        var letter = deadLetter(bench.topics(), 0, subscription, ACCOUNT, "dead", id);
        letter.headers().add(HeaderText.header(HeaderNames.DEAD_LETTER_TOPIC, name));
        return letter;
    }

    /** An event of 100 KB that stays too large, however it is compressed. */
    private static byte[] incompressible(String id) {
        var data = new Random(1)
                .ints(100_000, 'a', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return """
            {"id":"%s","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z","data":"%s"}\
            """.formatted(id, data).getBytes(UTF_8);
    }

    private static ProducerRecord<byte[], byte[]> withoutContainer(ProducerRecord<byte[], byte[]> letter) {
        letter.headers().remove(HeaderNames.DEAD_LETTER_ACCOUNT).remove(HeaderNames.DEAD_LETTER_CONTAINER);
        return letter;
    }

    private List<String> copies(String topic, int atLeast) {
        return bench.records(topic, atLeast).stream()
                .map(copy -> text(copy, HeaderNames.EVENT_ID))
                .toList();
    }

    private static void create(String topic) {
        create(topic, Map.of());
    }

    private static void create(String topic, Map<String, String> settings) {
        try (var admin = ExporterFixture.clients().admin()) {
            TestTopics.create(admin, new NewTopic(topic, 2, (short) 1).configs(settings));
        }
    }

    private Process start(String name) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CopyingProcess.class.getName()));
        bench.settings().forEach((setting, value) -> command.add(setting + "=" + value));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(logs.resolve(name + ".txt").toFile())
                .start();
    }

    private static void kill(Process exporter) throws InterruptedException {
        exporter.destroyForcibly();
        assertThat(exporter.waitFor(90, TimeUnit.SECONDS)).isTrue();
    }
}
