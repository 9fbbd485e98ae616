package io.tidings.contract.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.Validated;
import io.tidings.contract.secret.Keyring;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicKeys;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-5, B-SUB-2: secrets are sealed in records, open in the table, and what cannot be opened harms nothing. */
class ResourceSecretsTest {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final String OLD_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String NEW_KEY = "IAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String SECRET = "hush-4711";
    private static final byte[] PLAIN = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{
          "endpointUrl":"https://example.com/hook?code=hush-4711",
          "deliveryAttributeMappings":[
            {"name":"Authorization","type":"Static","properties":{"value":"Bearer hush-4711","isSecret":true}},
            {"name":"X-Shop","type":"Static","properties":{"value":"north","isSecret":false}},
            {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}\
        """.getBytes(UTF_8);
    private static final String FORMER = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{
          "endpointUrl":"https://example.com/hook?tidings-sealed:630dcd29:UE4FlI7gpH2VZDdQojWObWLmVoh8dvk9CooK-h-hrAuv8X1_hlg1F259",
          "deliveryAttributeMappings":[
            {"name":"Authorization","type":"Static","properties":{"isSecret":true,"value":
              "tidings-sealed:630dcd29:DXigNf47i7OoYqsYxb6Niqv-YIOINLQBHCeSkoBkLQuamtmj--yyoOPnQ1I"}},
            {"name":"X-Shop","type":"Static","properties":{"value":"north","isSecret":false}},
            {"name":"X-System","type":"Dynamic","properties":{"sourceField":"data.system"}}]}}}}\
        """;
    private static final Provisioning WAITING =
            new Provisioning(ProvisioningState.AWAITING_MANUAL_ACTION, true, null, SECRET, null, null, null);

    private final ResourceSecrets old = secrets(OLD_KEY);
    private final ResourceSecrets rotated = secrets(NEW_KEY + "," + OLD_KEY);
    private final SubscriptionEntry plain = read(table(old), PLAIN, headers(WAITING));

    @Test
    void aRecordHoldsNoSecretAndTheTableAllOfThem() {
        var value = json(old.seal(plain.subscription()));
        var headers = headers(old.seal(BILLING, plain.provisioning()));
        assertThat(text(value, headers)).doesNotContain(SECRET).contains("north", "https://example.com/hook?");
        assertThat(read(table(old), value, headers)).isEqualTo(plain);
        assertThat(plain.locked()).isFalse();
    }

    @Test
    void aSecretPathIsSealedForItsOriginAndOnlyWhileItIsOne() {
        var hook = "https://hooks.example/services/T000/" + SECRET;
        for (var url : List.of(hook, hook + "?thread=" + SECRET)) {
            var record = new String(PLAIN, UTF_8)
                    .replace("https://example.com/hook?code=hush-4711", url)
                    .replaceFirst("}}$", ",\"tidings\":{\"secretPath\":true}}}");
            var entry = read(table(old), record.getBytes(UTF_8), headers(WAITING));
            assertThat(entry.subscription().destination().endpoint()).hasToString(url);
            assertThat(entry.subscription().toString()).doesNotContain(SECRET, "T000");
            var sealed = new String(json(old.seal(entry.subscription())), UTF_8);
            assertThat(sealed).contains("https://hooks.example/tidings-sealed:").doesNotContain(SECRET, "T000");
            assertThat(read(table(old), sealed.getBytes(UTF_8), headers(WAITING))
                            .subscription())
                    .isEqualTo(entry.subscription());
            for (var changed : List.of(
                    sealed.replace("hooks.example", "evil.example"),
                    sealed.replace("\"secretPath\":true", "\"secretPath\":false"))) {
                var table = table(old);
                table.readSubscription("shop/billing", headers(WAITING), changed.getBytes(UTF_8), 1);
                assertThat(table.subscription(BILLING)).isEmpty();
                assertThat(table.problem(BILLING).orElseThrow()).contains("was not sealed for");
            }
        }
    }

    @Test
    void theLongestSecretsCanBeSealed() {
        var long4k = "s".repeat(4096);
        var table = table(old);
        var most = new String(PLAIN, UTF_8)
                .replace("Bearer hush-4711", long4k)
                .replace("code=hush-4711", "s".repeat(4096 - "https://example.com/hook?".length()));
        var entry = read(table, most.getBytes(UTF_8), headers(WAITING));
        assertThat(read(table, json(old.seal(entry.subscription())), headers(WAITING))
                        .subscription())
                .isEqualTo(entry.subscription());
    }

    @Test
    void aSecretInPlainTextIsInForceAndToBeSealed() {
        var table = table(old);
        read(table, PLAIN, headers(WAITING));
        assertThat(table.subscriptionsToSeal()).containsExactly(BILLING);
        read(table, json(old.seal(plain.subscription())), headers(old.seal(BILLING, WAITING)));
        assertThat(table.subscriptionsToSeal()).isEmpty();
        read(table, PLAIN, headers(WAITING));
        table.readSubscription("shop/billing", new RecordHeaders(), null, 2);
        assertThat(table.subscriptionsToSeal()).as("deleted").isEmpty();
    }

    @Test
    void aSecretOfAnOldKeyIsOpenedAndToBeSealedAgain() {
        var table = table(rotated);
        var entry = read(table, json(old.seal(plain.subscription())), headers(old.seal(BILLING, WAITING)));
        assertThat(entry).isEqualTo(plain);
        assertThat(table.subscriptionsToSeal()).containsExactly(BILLING);
    }

    @Test
    void withoutItsKeyASubscriptionIsInForceButLocked() {
        var table = table(old);
        var value = json(rotated.seal(plain.subscription()));
        var entry = read(table, value, headers(WAITING));
        assertThat(entry.locked()).isTrue();
        assertThat(entry.matches()).as("its filter is no secret").isTrue();
        assertThat(table.problem(BILLING).orElseThrow())
                .contains("shop/billing", rotated.keyring().ids().getFirst(), "secrets.key");
        assertThat(table.subscriptionsToSeal()).isEmpty();
        assertThat(json(old.seal(entry.subscription())))
                .as("written again nothing of it is lost")
                .isEqualTo(value);
    }

    @Test
    void aCodeThatCannotBeOpenedLocksToo() {
        var entry = read(table(old), PLAIN, headers(rotated.seal(BILLING, WAITING)));
        assertThat(entry.locked()).isTrue();
    }

    @Test
    void aSecretCarriedToAnotherSubscriptionIsNotInForce() {
        var table = table(old);
        var change = table.readSubscription("shop/mine", headers(WAITING), json(old.seal(plain.subscription())), 0);
        assertThat(change).isInstanceOf(TableChange.Ignored.class);
        var mine = new SubscriptionKey("shop", "mine");
        assertThat(table.subscription(mine)).isEmpty();
        assertThat(table.problem(mine).orElseThrow()).contains("was not sealed for", "copied");
    }

    /** Whoever writes the table keeps the sealed text and names a host of his own: the version before stays. */
    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "http://example.com", "https://example.com:8443"})
    void anotherOriginBesideTheSameSecretsLeavesThePreviousVersionInForce(String origin) {
        var table = table(old, new EndpointRules(true));
        var sealed = json(old.seal(plain.subscription()));
        read(table, sealed, headers(WAITING));
        var moved = bytes(new String(sealed, UTF_8).replace("https://example.com", origin));
        for (var headers : List.of(headers(WAITING), new RecordHeaders())) {
            assertThat(table.readSubscription("shop/billing", headers, moved, 1))
                    .isInstanceOf(TableChange.Ignored.class);
            assertThat(table.subscription(BILLING)).contains(plain);
            assertThat(table.displacedSubscriptions()).containsExactly(BILLING);
            assertThat(table.problem(BILLING).orElseThrow())
                    .contains("query", "was not sealed for " + origin, "value again")
                    .doesNotContain(SECRET);
        }
    }

    /** The endpoint gets the tokens that the secret is exchanged for (B-AUTH-2). */
    @ParameterizedTest
    @ValueSource(strings = {"https://endpoint.example", "https://login.example"})
    void aClientSecretIsBoundToBothOrigins(String moved) {
        var body = bytes("""
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://endpoint.example/"}},
             "tidings":{"authentication":{"oauth2":{"tokenUrl":"https://login.example/token?code=hush-4711",
               "clientId":"c","clientSecret":"hush-4711"}}}}}
            """);
        var open = read(table(old), body, headers(WAITING));
        var sealed = SubscriptionJson.writeRecord(old.seal(open.subscription())).toString();
        assertThat(sealed).contains(":origins:").doesNotContain(SECRET);
        var table = table(old);
        assertThat(read(table, bytes(sealed), headers(WAITING))).isEqualTo(open);
        var elsewhere = bytes(sealed.replace(moved, "https://evil.example"));
        assertThat(table.readSubscription("shop/billing", headers(WAITING), elsewhere, 1))
                .isInstanceOf(TableChange.Ignored.class);
        assertThat(table.subscription(BILLING)).contains(open);
    }

    @Test
    void anotherSpellingOfTheOriginAndAnotherPathChangeNothing() {
        var table = table(old);
        var sealed = new String(json(old.seal(plain.subscription())), UTF_8);
        var same = sealed.replace("https://example.com/hook", "https://EXAMPLE.com.:443/other");
        var entry = read(table, bytes(same), headers(WAITING));
        assertThat(entry.locked()).isFalse();
        assertThat(entry.subscription().destination().endpoint().getQuery()).isEqualTo("code=" + SECRET);
    }

    /** Sealed by release 0.1, which bound no secret to an origin. */
    @Test
    void secretsOfAFormerReleaseWaitForTheSettingAndAreThenSealedAgain() {
        var value = bytes(FORMER);
        var strict = table(old);
        assertThat(read(strict, value, headers(WAITING)).locked()).isTrue();
        assertThat(strict.problem(BILLING).orElseThrow())
                .contains("query", "secrets.accept.unbound=true", "without the origin");
        assertThat(strict.displacedSubscriptions()).isEmpty();
        assertThat(strict.subscriptionsToSeal()).isEmpty();

        var accepting = table(new ResourceSecrets(old.keyring(), true));
        var entry = read(accepting, value, headers(WAITING));
        assertThat(entry.locked()).isFalse();
        assertThat(entry.subscription()).isEqualTo(plain.subscription());
        assertThat(accepting.subscriptionsToSeal()).containsExactly(BILLING);
        var again = json(old.seal(entry.subscription()));
        assertThat(read(strict, again, headers(old.seal(BILLING, WAITING)))).isEqualTo(plain);
        assertThat(strict.subscriptionsToSeal()).isEmpty();
    }

    @Test
    void sealedTextInARequestIsRefused() {
        var people = new SubscriptionJson(new EndpointRules(false));
        var sealed = people.read(BILLING, json(rotated.seal(plain.subscription())));
        assertThat(sealed)
                .isInstanceOfSatisfying(
                        Validated.Invalid.class,
                        invalid -> assertThat(invalid.sentence())
                                .contains(
                                        "endpointUrl",
                                        "deliveryAttributeMappings[0].properties.value",
                                        "give the value again"));
    }

    /** B-PULL-4. */
    @Test
    void keysOfReceiversAreSealedAndBoundToTheirSubscription() {
        var keys = new TopicKeys("k1", "k2");
        var provisioning = Provisioning.succeeded(null).receiveKeys(keys);
        var sealed = old.seal(BILLING, provisioning);

        assertThat(text(json(old.seal(plain.subscription())), headers(sealed))).doesNotContain("k1", "k2");
        assertThat(old.open(BILLING, sealed)).isEqualTo(provisioning);
        var elsewhere = old.open(new SubscriptionKey("shop", "shipping"), sealed);
        assertThat(elsewhere.receiveKeys()).isNotNull().matches(TopicKeys::locked);
        assertThat(old.upToDate(old.seal(plain.subscription()), sealed)).isTrue();
        assertThat(rotated.upToDate(rotated.seal(plain.subscription()), sealed)).isFalse();
        assertThat(ResourceSecrets.locked(plain.subscription(), elsewhere))
                .as("deliveries do not wait for the keys of receivers")
                .isFalse();
    }

    @Test
    void keysOfTopicsAreSealedAndBoundToTheirTopic() {
        var keys = new TopicKeys("k1", "k2");
        var sealed = old.seal("shop", keys);
        var table = table(old);
        table.readTopic("shop", headers(sealed), bytes("{}"), 0);
        table.readTopic("other", headers(sealed), bytes("{}"), 1);
        table.readTopic("plain", headers(keys), bytes("{}"), 2);
        assertThat(sealed.key1()).isNotEqualTo("k1");
        assertThat(table.topic("shop").orElseThrow().openKeys()).isEqualTo(keys);
        assertThat(table.topic("plain").orElseThrow().openKeys()).isEqualTo(keys);
        assertThat(table.topicsToSeal()).containsExactly("plain");
        var other = table.topic("other").orElseThrow();
        assertThat(other.openKeys())
                .as("a reader of the table must not publish with its keys")
                .isNull();
        assertThat(table.topicProblem("other").orElseThrow()).contains("keys of topic other", "again");
    }

    @Test
    void withoutKeysEverythingStaysUnchanged() {
        var table = new ResourceTable(new SubscriptionJson(new EndpointRules(false)));
        assertThat(read(table, PLAIN, headers(WAITING))).isEqualTo(plain);
        assertThat(table.subscriptionsToSeal()).isEmpty();
        assertThat(ResourceSecrets.unopened().seal(plain.subscription())).isEqualTo(plain.subscription());
    }

    /** #31: a dry run of a job logged an ERROR for each secret, which it does not need. */
    @Test
    void aProgramThatNeedsNoSecretHasNoProblemWithSealedOnes() {
        var table = table(ResourceSecrets.unopened());
        var value = json(old.seal(plain.subscription()));
        var entry = read(table, value, headers(old.seal(BILLING, WAITING)));
        assertThat(entry.locked()).isTrue();
        assertThat(table.problem(BILLING)).isEmpty();
    }

    @Test
    void aProgramThatNeedsThemAndHasNoKeyHasOne() {
        var table = table(new ResourceSecrets(Keyring.none()));
        read(table, json(old.seal(plain.subscription())), headers(old.seal(BILLING, WAITING)));
        assertThat(table.problem(BILLING)).isPresent();
    }

    private static ResourceSecrets secrets(String keys) {
        return new ResourceSecrets(Keyring.parse(keys));
    }

    private static ResourceTable table(ResourceSecrets secrets) {
        return table(secrets, new EndpointRules(false));
    }

    private static ResourceTable table(ResourceSecrets secrets, EndpointRules endpoints) {
        return new ResourceTable(new SubscriptionJson(endpoints), secrets);
    }

    private static SubscriptionEntry read(ResourceTable table, byte[] value, Headers headers) {
        var change = table.readSubscription("shop/billing", headers, value, 0);
        assertThat(change).isInstanceOf(TableChange.SubscriptionPut.class);
        return table.subscription(BILLING).orElseThrow();
    }

    private static byte[] json(Subscription subscription) {
        return bytes(SubscriptionJson.write(subscription).toString());
    }

    private static Headers headers(Provisioning provisioning) {
        return ProvisioningHeaders.write(provisioning).add(HeaderNames.SUBSCRIPTION_UID, bytes("u1"));
    }

    private static Headers headers(TopicKeys keys) {
        return new RecordHeaders()
                .add(HeaderNames.KEY_1, bytes(keys.key1()))
                .add(HeaderNames.KEY_2, bytes(keys.key2()));
    }

    private static String text(byte[] value, Headers headers) {
        return Stream.of(headers.toArray())
                .map(header -> new String(header.value(), UTF_8))
                .collect(Collectors.joining("\n", new String(value, UTF_8), ""));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
