/** What the words of the API mean, in sentences for people. */

const OUTCOMES = {
  Delivered: "The endpoint accepted the event.",
  BadRequest: "The endpoint responded 400: it does not take this event.",
  Unauthorized: "The endpoint responded 401: it does not accept the credentials of the subscription.",
  Forbidden: "The endpoint responded 403: the credentials of the subscription are not allowed to send.",
  NotFound: "The endpoint responded 404: nothing is at this URL.",
  TimedOut: "The endpoint did not respond in time.",
  PayloadTooLarge: "The endpoint responded 413: the request was too large for it.",
  Busy: "The endpoint responded that it is busy (429 or 503).",
  SocketError: "No connection to the endpoint, or it broke: refused, reset, or no agreement on TLS.",
  ResolutionError: "No address was found for the name of the host.",
  GenericError: "The endpoint responded with another status that is no success.",
  Probation: "Nothing was sent, because the endpoint was on probation.",
  Aborted: "The attempt had timed out before, and its response is no longer awaited.",
  Canceled: "The delivery ended without this attempt.",
};

const REASONS = {
  MaxDeliveryAttemptsExceeded: "All attempts that the retry policy allows have failed.",
  TimeToLiveExceeded: "The time to live of the event was over when its next attempt was due.",
  RejectedByReceiver: "A receiver of the queue has rejected the event.",
  SubscriptionDeleted: "The subscription was deleted while the event waited.",
  SubscriptionExpired: "The subscription expired while the event waited.",
  RecordTooLarge: "The record is too large for Kafka.",
  ContainerNotFound: "The storage has no such container.",
  StorageUnavailable: "The storage could not be written for too long.",
  Paused: "The subscription is paused.",
  Probation: "The endpoint is on probation: nothing is sent to it for a while.",
};

const REJECTIONS = {
  NoTopic: "The record names no topic.",
  UnknownTopic: "There was no topic of that name.",
  WrongTopic: "The event names another topic than the one that it was published to.",
  WrongSchema: "The event is not in the schema that the topic takes.",
  SchemaMismatch: "The data breaks the schema of the event's type.",
  InvalidJson: "The record is not JSON.",
  InvalidEvent: "The event lacks a required member, or breaks a rule of its schema.",
  TooLarge: "The event is larger than 1 MiB.",
  UnknownFormat: "A later release has written the record.",
  InvalidDelivery: "The delivery cannot be read.",
  TooManyHops: "The event was delivered from topic to topic ten times: subscriptions deliver in a circle.",
  Duplicate: "An event with the same key came shortly before, and was matched instead.",
  Unprocessable: "The process ended each time it began with the event, so it does not begin with it again.",
};

const SKIPPED = {
  AlreadyRedriven: "They were redriven already.",
  BroughtBackThreeTimes: "They were redriven three times already, and would run in a circle.",
  GivenUpAgain: "They were given up again after a redrive.",
  NoSubscription: "Their subscription was deleted or has expired.",
  FormerSubscription: "They were given up for a deleted subscription of that name.",
  Copy: "They are in the topic a second time, because their storage was unavailable.",
  FilteredOut: "The filter of the subscription says no.",
  NotRetained: "Kafka deleted them before the job came to them.",
  NotDeliverable: "They cannot be delivered in the schema of the subscription.",
  TooLarge: "They are too large in the schema of the subscription.",
  Unreadable: "They are no dead letters, or dead letters of a later release.",
};

const HTTP_REASON = "UndeliverableDueToHttp";

/** The reasons to select dead letters by; others are those of statuses that a subscription does not retry. */
export const DEAD_LETTER_REASONS = [
  "MaxDeliveryAttemptsExceeded",
  "TimeToLiveExceeded",
  "RejectedByReceiver",
  "UndeliverableDueToHttpBadRequest",
  "UndeliverableDueToHttpUnauthorized",
  "UndeliverableDueToHttpForbidden",
  "UndeliverableDueToHttpRequestEntityTooLarge",
];

export const REJECTION_REASONS = Object.keys(REJECTIONS);

const known = (sentences, word) => (Object.hasOwn(sentences, word) ? sentences[word] : null);

/** @returns {string | null} what an outcome of an attempt means */
export const outcomeSentence = word => known(OUTCOMES, word);

/** @returns {string | null} why a delivery was given up, dropped or deferred */
export const reasonSentence = word =>
  String(word).startsWith(HTTP_REASON)
    ? "The endpoint responded with a status after which nothing is sent again."
    : known(REASONS, word);

/** @returns {string | null} why an event was not matched at all */
export const rejectionSentence = word => known(REJECTIONS, word);

/** @returns {string | null} why a job leaves events */
export const skippedSentence = word => known(SKIPPED, word);
