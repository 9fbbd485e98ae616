package io.tidings.worker.group;

import java.util.List;

/**
 * The partition numbers that a member of the group claims to own.
 *
 * @param member the group's name for it
 * @param instance configured by the operator; the same after a restart
 * @param generation in which it owned them; the higher is the newer
 */
record MemberClaim(String member, String instance, int generation, List<Integer> numbers) {
    MemberClaim {
        numbers = List.copyOf(numbers);
    }
}
