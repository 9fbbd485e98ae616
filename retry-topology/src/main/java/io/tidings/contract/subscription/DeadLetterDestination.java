package io.tidings.contract.subscription;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The blob container for what cannot be delivered.
 *
 * @param resourceId as written, with the storage account's name
 * @param container name of the blob container
 */
public record DeadLetterDestination(String resourceId, String container) {
    private static final Pattern ACCOUNT = Pattern.compile("[a-zA-Z0-9]{1,64}");
    private static final Pattern CONTAINER = Pattern.compile("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*");

    /** The two forms of Azure's documents. */
    private static final Pattern RESOURCE_ID = Pattern.compile(
            "(?:.*/)?storageAccounts/([^/]+)(?:/blobServices/default/containers/([^/]+))?/?", Pattern.CASE_INSENSITIVE);

    /** Letters and digits. */
    public static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    /** 3 to 63 lower-case letters, digits and single {@code -}, starting and ending without {@code -}. */
    public static boolean isContainer(String name) {
        return CONTAINER.matcher(name).matches();
    }

    /** The storage account that a resource id names. */
    static Optional<String> accountIn(String resourceId) {
        var form = RESOURCE_ID.matcher(resourceId);
        return form.matches() ? Optional.of(form.group(1)) : Optional.empty();
    }

    /** The container that a resource id names; the shorter form names none. */
    static Optional<String> containerIn(String resourceId) {
        var form = RESOURCE_ID.matcher(resourceId);
        return form.matches() ? Optional.ofNullable(form.group(2)) : Optional.empty();
    }

    /** The account by its name in the path; earlier releases took the last segment of any path. */
    static String accountOf(String resourceId) {
        return accountIn(resourceId).orElseGet(() -> resourceId.substring(resourceId.lastIndexOf('/') + 1));
    }

    public String account() {
        return accountOf(resourceId);
    }
}
