package io.tidings.contract.resource;

import java.util.regex.Pattern;

/**
 * The blob container for what cannot be delivered.
 *
 * @param resourceId as written, ending in the storage account's name
 * @param container name of the blob container
 */
public record DeadLetterDestination(String resourceId, String container) {
    private static final Pattern ACCOUNT = Pattern.compile("[a-zA-Z0-9]{1,64}");
    private static final Pattern CONTAINER = Pattern.compile("(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*");

    /** Letters and digits. */
    public static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    /** 3 to 63 lower-case letters, digits and single {@code -}, starting and ending without {@code -}. */
    public static boolean isContainer(String name) {
        return CONTAINER.matcher(name).matches();
    }

    /** The last segment of the resource id. */
    public String account() {
        return resourceId.substring(resourceId.lastIndexOf('/') + 1);
    }
}
