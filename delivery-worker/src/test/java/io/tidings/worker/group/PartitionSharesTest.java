package io.tidings.worker.group;

import static io.tidings.worker.Examples.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Decision 1: partition numbers are shared evenly, move little, and have never two owners. */
class PartitionSharesTest {
    @Test
    void oneMemberGetsAll() {
        assertThat(PartitionShares.of(List.of(fresh("a")), 4)).isEqualTo(Map.of("a", List.of(0, 1, 2, 3)));
    }

    @Test
    void noMembersGetNothing() {
        assertThat(PartitionShares.of(List.of(), 4)).isEmpty();
    }

    @Test
    void moreMembersThanNumbersLeaveSomeIdle() {
        var shares = PartitionShares.of(List.of(fresh("a"), fresh("b"), fresh("c")), 2);
        assertThat(shares).isEqualTo(Map.of("a", List.of(0), "b", List.of(1), "c", List.of()));
    }

    @Test
    void aNewcomerGetsNothingThatIsStillClaimedAndItsShareInTheNextRound() {
        var first = PartitionShares.of(List.of(owner("a", 1, 0, 1, 2, 3), fresh("b")), 4);
        assertThat(first).isEqualTo(Map.of("a", List.of(0, 1), "b", List.of()));
        var second = PartitionShares.of(List.of(owner("a", 2, 0, 1), fresh("b")), 4);
        assertThat(second).isEqualTo(Map.of("a", List.of(0, 1), "b", List.of(2, 3)));
    }

    @Test
    void aStaticMemberThatRestartedMovesNothingOfTheOthers() {
        var members = List.of(owner("a", 7, 1, 3), new MemberClaim("b-after-restart", "b", -1, List.of()));
        assertThat(PartitionShares.of(members, 4))
                .isEqualTo(Map.of("a", List.of(1, 3), "b-after-restart", List.of(0, 2)));
    }

    @Test
    void theNewestOfTwoOwnersIsTheOwnerAndTheOlderClaimStillHoldsTheNumberBack() {
        var members = List.of(owner("a", 3, 0, 1), owner("b", 9, 1));
        var shares = PartitionShares.of(members, 2);
        assertThat(shares).isEqualTo(Map.of("a", List.of(0), "b", List.of()));
        assertThat(PartitionShares.of(List.of(owner("a", 10, 0), owner("b", 9, 1)), 2))
                .isEqualTo(Map.of("a", List.of(0), "b", List.of(1)));
    }

    @Test
    void anEvenSpreadStaysAsItIs() {
        var members = List.of(owner("a", 5, 6, 0, 4), owner("b", 5, 5, 1), owner("c", 5, 2, 7, 3));
        var shares = PartitionShares.of(members, 8);
        members.forEach(member ->
                assertThat(shares.get(member.member())).containsExactlyInAnyOrderElementsOf(member.numbers()));
    }

    @Test
    void aMemberThatLeavesMovesOnlyItsOwnNumbers() {
        var shares = PartitionShares.of(List.of(owner("a", 5, 0, 1, 2), owner("b", 5, 3, 4, 5)), 9);
        assertThat(shares.get("a")).contains(0, 1, 2).hasSizeBetween(4, 5);
        assertThat(shares.get("b")).contains(3, 4, 5).hasSizeBetween(4, 5);
    }

    @RepeatedTest(100)
    void howeverMembersChangeTheSpreadGetsEvenAndNoClaimedNumberIsAssigned(RepetitionInfo run) {
        var random = seeded(run.getCurrentRepetition());
        int numbers = random.nextInt(1, 40);
        var group = new Group();
        for (int change = 0; change < 6; change++) {
            group.change(random);
            group.rebalanceUntilNothingMoves(numbers);
            group.assertEven(numbers);
        }
    }

    /** The group as its protocol works: what is taken away is claimed no longer in the round after. */
    private static final class Group {
        private final Map<String, List<Integer>> owned = new TreeMap<>();
        private int generation;
        private int named;

        void change(RandomGenerator random) {
            if (owned.size() > 1 && random.nextBoolean()) {
                var names = List.copyOf(owned.keySet());
                owned.remove(names.get(random.nextInt(names.size())));
            }
            int newcomers = random.nextInt(owned.isEmpty() ? 1 : 0, 4);
            for (int i = 0; i < newcomers; i++) {
                owned.put("worker-" + named++, List.of());
            }
        }

        void rebalanceUntilNothingMoves(int numbers) {
            for (int round = 1; rebalance(numbers); round++) {
                assertThat(round).as("rounds until nothing moves").isLessThanOrEqualTo(3);
            }
        }

        /** True when something moved, upon which the group meets again. */
        private boolean rebalance(int numbers) {
            generation++;
            var members = new ArrayList<MemberClaim>();
            owned.forEach((name, share) -> members.add(new MemberClaim(name, name, generation - 1, share)));
            var shares = PartitionShares.of(members, numbers);
            assertThat(shares.keySet()).isEqualTo(owned.keySet());
            var claimed = new HashMap<Integer, String>();
            owned.forEach((name, share) -> share.forEach(number -> claimed.put(number, name)));
            shares.forEach((name, share) -> assertThat(share)
                    .as("what %s gets", name)
                    .allMatch(number -> claimed.getOrDefault(number, name).equals(name)));
            boolean moved = !same(shares);
            owned.putAll(shares);
            return moved;
        }

        private boolean same(Map<String, List<Integer>> shares) {
            return owned.keySet().stream()
                    .allMatch(name -> new HashSet<>(owned.get(name)).equals(new HashSet<>(shares.get(name))));
        }

        void assertEven(int numbers) {
            assertThat(owned.values().stream().flatMap(List::stream).sorted())
                    .containsExactlyElementsOf(
                            IntStream.range(0, numbers).boxed().toList());
            int quota = numbers / owned.size();
            assertThat(owned.values()).allMatch(share -> share.size() == quota || share.size() == quota + 1);
        }
    }

    private static MemberClaim fresh(String name) {
        return new MemberClaim(name, name, -1, List.of());
    }

    private static MemberClaim owner(String name, int generation, Integer... numbers) {
        return new MemberClaim(name, name, generation, List.of(numbers));
    }
}
