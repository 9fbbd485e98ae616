package io.tidings.export.selection;

/** A redrive of the same subscription before this one, completed or not. */
public interface EarlierRedrive {
    /**
     * Returns whether it has made a delivery of the candidate.
     *
     * @param before how many redrives had made one before it
     */
    boolean took(RedriveCandidate candidate, int before);
}
