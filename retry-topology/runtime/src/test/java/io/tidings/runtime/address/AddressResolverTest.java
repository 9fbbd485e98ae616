package io.tidings.runtime.address;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.address.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-SUB-4: a connection is made to an allowed address and to no other, whatever names say from one moment to the next. */
class AddressResolverTest {
    private static final AddressRules STRICT = AddressRules.allowing(List.of());

    private final AtomicLong now = new AtomicLong();
    private final Names names = new Names();
    private final AddressResolver resolver = new AddressResolver(STRICT, names, now::get);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.1.1",
                "169.254.169.254",
                "0.0.0.0",
                "::1",
                "fd00::1",
                "fe80::1",
                "::ffff:127.0.0.1",
                "100.64.0.1",
                "172.16.9.9"
            })
    void anAddressOfAPrivateNetworkIsRefused(String address) {
        names.say(address);
        assertThatThrownBy(() -> resolver.lookup("inside.example").addresses().get(90, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(RefusedAddressException.class)
                .hasMessageContaining("inside.example")
                .hasMessageContaining("endpoint.allow.networks");
        names.say(address);
        assertThatThrownBy(() -> resolver.resolve("inside.example")).isInstanceOf(RefusedAddressException.class);
    }

    /** Resolvers differ in what they read as an address; this one reads all that any of them does. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("io.tidings.testbed.AddressSpellings#ofInside")
    void noSpellingOfAPrivateAddressIsConnectedTo(String host) {
        var lenient = new AddressResolver(
                STRICT,
                new Names() {
                    @Override
                    public InetAddress[] resolve(String name) {
                        return new InetAddress[] {AddressRules.literal(name).orElseThrow()};
                    }
                },
                now::get);
        assertThatThrownBy(() -> lenient.lookup(host).addresses().get(90, SECONDS))
                .cause()
                .isInstanceOf(RefusedAddressException.class);
        assertThatThrownBy(() -> lenient.resolve(host)).isInstanceOf(RefusedAddressException.class);
    }

    @Test
    void ofMixedAddressesOnlyTheAllowedAreUsed() throws Exception {
        names.say("10.0.0.1", "93.184.216.34", "127.0.0.1");
        assertThat(resolver.lookup("mixed.example").addresses().get(90, SECONDS))
                .containsExactly(address("93.184.216.34"));
        assertThat(resolver.resolve("mixed.example")).containsExactly(address("93.184.216.34"));
    }

    @Test
    void anAllowedNetworkIsAllowed() throws Exception {
        names.say("10.0.0.1", "10.0.1.1");
        var lenient = new AddressResolver(AddressRules.allowing(List.of("10.0.0.0/24")), names, now::get);
        assertThat(lenient.lookup("inside.example").addresses().get(90, SECONDS))
                .containsExactly(address("10.0.0.1"));
    }

    @Test
    void aNameThatChangesBetweenTheCheckAndTheConnectGainsNothing() throws Exception {
        names.say("93.184.216.34");
        names.say("127.0.0.1");
        assertThat(resolver.lookup("rebinding.example").addresses().get(90, SECONDS))
                .containsExactly(address("93.184.216.34"));
        assertThat(resolver.resolve("rebinding.example")).containsExactly(address("93.184.216.34"));
        assertThat(names.asked).hasValue(1);
    }

    @Test
    void aConnectionWithoutALookupIsCheckedAllTheSame() throws Exception {
        names.say("93.184.216.34");
        names.say("127.0.0.1");
        assertThat(resolver.resolve("direct.example")).containsExactly(address("93.184.216.34"));
        assertThatThrownBy(() -> resolver.resolve("direct.example")).isInstanceOf(RefusedAddressException.class);
    }

    @Test
    void aResultIsCachedAndSoIsAFailure() throws Exception {
        names.say("93.184.216.34");
        assertThat(resolver.lookup("known.example").addresses().get(90, SECONDS))
                .hasSize(1);
        assertThat(resolver.lookup("known.example").addresses().get(90, SECONDS))
                .hasSize(1);
        assertThat(names.asked).hasValue(1);
        assertThatThrownBy(() -> resolver.lookup("unknown.example").addresses().get(90, SECONDS))
                .cause()
                .isInstanceOf(UnknownHostException.class)
                .isNotInstanceOf(RefusedAddressException.class);
        assertThat(resolver.lookup("unknown.example").addresses()).isCompletedExceptionally();
        assertThat(names.asked).hasValue(2);
    }

    @Test
    void aSlowLookupDelaysNoOther() throws Exception {
        var answered = new CountDownLatch(1);
        var slow = new AddressResolver(STRICT, new Waiting(answered), now::get);
        var lookup = slow.lookup("slow.example");
        assertThat(lookup.addresses()).isNotDone();
        assertThat(slow.lookup("slow.example")).isSameAs(lookup);
        answered.countDown();
        await().until(lookup.addresses()::isDone);
        assertThat(slow.resolve("slow.example")).hasSize(1);
    }

    @Test
    void whileANameIsLookedUpAgainItsLastAddressesCount() throws Exception {
        var asked = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        names.say("93.184.216.34");
        var changing = new AddressResolver(
                STRICT,
                new Names() {
                    @Override
                    public InetAddress[] resolve(String host) throws UnknownHostException {
                        if (names.asked.get() > 0) {
                            asked.countDown();
                            Waiting.until(answered, host);
                        }
                        return names.resolve(host);
                    }
                },
                now::get);
        assertThat(changing.lookup("known.example").addresses().get(90, SECONDS))
                .hasSize(1);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        names.say("93.184.216.35");
        assertThat(changing.lookup("known.example").addresses())
                .as("no lookup waits for it")
                .isCompletedWithValueMatching(found -> found[0].equals(address("93.184.216.34")));
        assertThat(asked.await(90, SECONDS)).isTrue();
        assertThat(changing.resolve("known.example")).containsExactly(address("93.184.216.34"));
        answered.countDown();
        await().untilAsserted(
                        () -> assertThat(changing.resolve("known.example")).containsExactly(address("93.184.216.35")));
    }

    @Test
    void aNameThatCannotBeLookedUpAgainKeepsItsLastAddressesForFiveMinutes() throws Exception {
        names.say("93.184.216.34");
        assertThat(resolver.lookup("known.example").addresses().get(90, SECONDS))
                .hasSize(1);
        for (int minute = 1; minute < 5; minute++) {
            now.addAndGet(Duration.ofMinutes(1).toNanos());
            int before = names.asked.get();
            assertThat(resolver.lookup("known.example").addresses().get(90, SECONDS))
                    .hasSize(1);
            await().until(() -> {
                var _ = resolver.lookup("known.example");
                return names.asked.get() > before;
            });
            assertThat(resolver.resolve("known.example")).hasSize(1);
        }
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThatThrownBy(() -> resolver.lookup("known.example").addresses().get(90, SECONDS))
                .cause()
                .isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> resolver.resolve("known.example")).isInstanceOf(UnknownHostException.class);
    }

    /** B-SUB-4: what is not allowed is not covered up by what was. */
    @Test
    void aNameWhoseNewAddressIsRefusedLosesItsLastOnesAtOnce() throws Exception {
        names.say("93.184.216.34");
        assertThat(resolver.lookup("moved.example").addresses().get(90, SECONDS))
                .hasSize(1);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        names.say("10.0.0.1");
        var _ = resolver.lookup("moved.example");
        await().untilAsserted(() -> assertThatThrownBy(() -> resolver.resolve("moved.example"))
                .isInstanceOf(RefusedAddressException.class));
    }

    /** B-PROB-5: the threads of names that are slow or fail are not those of the others. */
    @Test
    void namesThatHangAgainHoldUpNoOther() throws Exception {
        var answered = new CountDownLatch(1);
        var failing = new AtomicBoolean(true);
        var mixed = new AddressResolver(
                STRICT,
                new Names() {
                    @Override
                    public InetAddress[] resolve(String host) throws UnknownHostException {
                        if (host.startsWith("bad")) {
                            if (failing.get()) {
                                throw new UnknownHostException(host);
                            }
                            Waiting.until(answered, host);
                        }
                        return new InetAddress[] {address("93.184.216.34")};
                    }
                },
                now::get);
        for (int i = 0; i < 500; i++) {
            var failed = mixed.lookup("bad-" + i + ".example").addresses();
            assertThatThrownBy(() -> failed.get(90, SECONDS)).isInstanceOf(ExecutionException.class);
        }
        failing.set(false);
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        for (int i = 0; i < 500; i++) {
            var _ = mixed.lookup("bad-" + i + ".example");
        }
        assertThat(mixed.lookup("good.example").addresses().get(90, SECONDS)).hasSize(1);
        assertThat(mixed.lookup("bad-499.example").begun())
                .as("waits for a thread, which differs from a slow name")
                .isNotDone();
        answered.countDown();
    }

    @Test
    void aNameThatWasNotLookedUpForALongTimeIsForgotten() throws Exception {
        for (int i = 0; i < 1000; i++) {
            names.say("93.184.216.34");
            assertThat(resolver.lookup("host-" + i + ".example").addresses().get(90, SECONDS))
                    .hasSize(1);
            now.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        assertThat(resolver.size()).isBetween(600, 800);
    }

    private static InetAddress address(String literal) {
        return InetAddress.ofLiteral(literal);
    }

    /** Returns one result after the other, and none when it has no more. */
    private static class Names implements DnsResolver {
        private final Deque<InetAddress[]> answers = new ArrayDeque<>();
        private final AtomicInteger asked = new AtomicInteger();

        void say(String... literals) {
            answers.add(List.of(literals).stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new));
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            asked.incrementAndGet();
            if (answers.isEmpty()) {
                throw new UnknownHostException(host);
            }
            return answers.remove();
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    /** Answers when it is allowed to. */
    private record Waiting(CountDownLatch latch) implements DnsResolver {
        static void until(CountDownLatch latch, String host) throws UnknownHostException {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UnknownHostException(host);
            }
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            until(latch, host);
            return new InetAddress[] {address("93.184.216.34")};
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
