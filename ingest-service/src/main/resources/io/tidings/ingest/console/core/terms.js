const PROBATION = "A pause after too many failures in a row: nothing is sent to the endpoint until it ends. Then one " +
  "request is sent, and its outcome decides how it goes on.";

/** What the words of Tidings mean, for the tooltips. Keys are in lower case. */
const TERMS = {
  "attempt": "One request to the endpoint. It carries one event, or several if the subscription has batches.",
  "awaitingmanualaction": "The endpoint has not agreed to receive events yet. Open the validation URL that it was " +
    "sent, or let the endpoint respond to the handshake.",
  "concurrency": "How many requests the endpoint gets at once. Tidings learns the limit from its responses.",
  "creating": "Tidings completes the subscription: its topic must exist and its endpoint is asked to agree.",
  "dead letter": "An event that was given up for this subscription: after too many attempts, too late, or because " +
    "the endpoint refused it for good. It is kept, and can be sent again with a redrive.",
  "deadlettered": "Given up for this subscription, and kept as a dead letter. A redrive sends it again.",
  "deferred": "How often deliveries were put off without an attempt since the endpoint is on probation. Nothing of " +
    "their attempts is used up, and one delivery may be put off many times.",
  "delivered": "The endpoint accepted the event with a status of 200 to 204.",
  "delivering": "The endpoint accepts what it gets, but for single events.",
  "delivery": "One event on its way to one subscription.",
  "dropped": "Given up for this subscription and not kept, because the subscription keeps no dead letters.",
  "dry run": "Counts what would be sent, and sends nothing.",
  "endpoint": "The URL that the events of a subscription are sent to.",
  "event": "What a publisher sends to a topic.",
  "failed": "The endpoint did not agree to receive events, or the subscription cannot work as it is.",
  "failing": "One attempt in ten has failed in the last five minutes, or, where there was little traffic, the last one.",
  "filter": "The conditions that an event must meet to be sent to the subscription.",
  "handshake": "The exchange in which an endpoint agrees to receive the events of a subscription.",
  "lag": "How old the newest entry is that the page may lack.",
  "notraffic": "Nothing waits, and nothing has come for a day.",
  "notvalidated": "Nothing is sent, because the endpoint has not agreed to receive events.",
  "on probation": PROBATION,
  "onprobation": PROBATION,
  "outcome": "What the endpoint did with an attempt: its status, or why there was none.",
  "paused": "Somebody has paused the subscription. Events wait and lose no attempts, but their time to live goes on.",
  "pending": "Waits for its next attempt.",
  "p50": "Half of the requests took at most this long.",
  "p99": "99 of 100 requests took at most this long.",
  "probation": PROBATION,
  "probing": "The pause is over. One request is sent to the endpoint, and its outcome decides how it goes on.",
  "redrive": "Sends dead letters again, to the same subscription only.",
  "rejected": "Not matched with any subscription, because the event breaks a rule of its schema, or repeats one that came shortly before.",
  "start": "Sends the past events to a new subscription, before it gets the new ones.",
  "replay": "Sends past events of the topic again, to one subscription only.",
  "retry now": "Sends at once what waits for a retry.",
  "retry tier": "Where a delivery waits for its next attempt. All deliveries of a tier wait for the same time.",
  "role": "What a token may do: a publisher publishes and sees nothing, a subscriber is an agent that gets events, a reader sees, payloads also shows the data of events, an operator also pauses, retries and redrives, an admin also changes.",
  "signing secret": "What Tidings and the endpoint share, so that the endpoint can verify who has sent a request.",
  "subscription": "Which events of a topic go to which endpoint, and for how long delivery is tried.",
  "succeeded": "The subscription is in force: its endpoint has agreed to receive events, or need not agree.",
  "time to live": "How long delivery of an event is tried at most.",
  "timeline": "The record of what happened to each event with a failure, kept for seven days.",
  "topic": "What events are published to.",
  "waiting": "Deliveries that were taken from the log and have not ended: they wait for a retry, for the end of a " +
    "probation or a pause, or because too much waits. What is not read yet is not among them.",
};

/** States whose words in the API are not those that a person reads. */
const WORDS = { OnProbation: "On probation", NoTraffic: "No traffic", NotValidated: "Not validated" };

/** Returns the word of a state for people. */
export function wordOf(state) {
  return WORDS[state] ?? state;
}

/** Returns the meaning of a word or a state, or undefined if it needs none. */
export function meaning(word) {
  const key = String(word).toLowerCase();
  return Object.hasOwn(TERMS, key) ? TERMS[key] : undefined;
}
