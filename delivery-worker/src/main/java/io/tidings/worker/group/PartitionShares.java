package io.tidings.worker.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Shares partition numbers among workers: evenly, with the fewest moves, and cooperatively, which means that a number
 * claimed by another member is not assigned in this round. Pure.
 */
final class PartitionShares {
    private PartitionShares() {}

    static Map<String, List<Integer>> of(List<MemberClaim> members, int numbers) {
        var ordered = members.stream()
                .sorted(Comparator.comparing(MemberClaim::instance).thenComparing(MemberClaim::member))
                .toList();
        var targets = targets(ordered, numbers);
        var shares = new TreeMap<String, List<Integer>>();
        ordered.forEach(member -> shares.put(member.member(), new ArrayList<>()));
        targets.forEach((number, target) -> {
            boolean claimedByOther = ordered.stream()
                    .anyMatch(member ->
                            !member.member().equals(target) && member.numbers().contains(number));
            var share = shares.get(target);
            if (!claimedByOther && share != null) {
                share.add(number);
            }
        });
        return shares;
    }

    /** The future owner of each number: its newest owner, unless that one is above its quota. */
    private static Map<Integer, String> targets(List<MemberClaim> ordered, int numbers) {
        var targets = new TreeMap<Integer, String>();
        if (ordered.isEmpty()) {
            return targets;
        }
        var counts = new HashMap<String, Integer>();
        int quota = numbers / ordered.size();
        int larger = numbers % ordered.size();
        var free = new ArrayList<Integer>();
        for (int number = 0; number < numbers; number++) {
            var owner = newestOwner(ordered, number);
            if (owner == null || !within(owner, counts, quota, larger)) {
                free.add(number);
            } else {
                targets.put(number, owner);
                counts.merge(owner, 1, Integer::sum);
            }
        }
        for (int number : free) {
            var smallest = smallest(ordered, counts);
            targets.put(number, smallest);
            counts.merge(smallest, 1, Integer::sum);
        }
        return targets;
    }

    /** At most {@code larger} members have one more than the quota. */
    private static boolean within(String member, Map<String, Integer> counts, int quota, int larger) {
        int has = counts.getOrDefault(member, 0);
        if (has < quota) {
            return true;
        }
        long above = counts.values().stream().filter(count -> count > quota).count();
        return has == quota && above < larger;
    }

    private static @Nullable String newestOwner(List<MemberClaim> ordered, int number) {
        MemberClaim newest = null;
        for (var member : ordered) {
            if (member.numbers().contains(number) && (newest == null || member.generation() > newest.generation())) {
                newest = member;
            }
        }
        return newest == null ? null : newest.member();
    }

    private static String smallest(List<MemberClaim> ordered, Map<String, Integer> counts) {
        var smallest = ordered.getFirst().member();
        for (var member : ordered) {
            if (counts.getOrDefault(member.member(), 0) < counts.getOrDefault(smallest, 0)) {
                smallest = member.member();
            }
        }
        return smallest;
    }
}
