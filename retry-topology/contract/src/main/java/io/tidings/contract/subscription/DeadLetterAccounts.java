package io.tidings.contract.subscription;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The storage accounts that the exporter has a storage for; none if they are unknown. */
public record DeadLetterAccounts(Set<String> names) {
    public DeadLetterAccounts {
        names = Set.copyOf(names);
    }

    /** Returns what will happen to dead letters whose account has no storage. */
    public Optional<String> warning(DeadLetterDestination destination) {
        var account = destination.account();
        if (names.isEmpty() || names.contains(account)) {
            return Optional.empty();
        }
        return Optional.of("the storage account " + account + " of deadLetterDestination has no storage: dead letters"
                + " wait for one and are dropped after deadletter.drop.after. Name one of "
                + names.stream().sorted().collect(Collectors.joining(", ")) + "; or set deadletter.storage." + account
                + " for deadletter-exporter, and add " + account + " to deadletter.accounts");
    }
}
