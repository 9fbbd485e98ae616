package io.tidings.contract.condition;

/** A container for dead letters. */
public record StorageName(String account, String container) implements Comparable<StorageName> {
    public StorageName {
        if (account.isEmpty() || account.indexOf('/') >= 0 || container.isEmpty() || container.indexOf('/') >= 0) {
            throw new IllegalArgumentException("no storage: \"" + account + "\", \"" + container + "\"");
        }
    }

    @Override
    public int compareTo(StorageName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return account + "/" + container;
    }
}
