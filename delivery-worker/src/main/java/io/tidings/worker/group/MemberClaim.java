package io.tidings.worker.group;

import java.util.List;

/**
 * What a member of the group says it owns.
 *
 * @param member as the group knows it
 * @param instance as its owner named it; the same after a restart
 * @param generation in which it owned them; the higher is the newer
 */
record MemberClaim(String member, String instance, int generation, List<Integer> numbers) {
    MemberClaim {
        numbers = List.copyOf(numbers);
    }
}
