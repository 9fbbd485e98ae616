// Publishes and receives with the clients of Azure's namespaces: node pull.cjs COMMAND URL KEY TOPIC SUBSCRIPTION
const { AzureKeyCredential, EventGridReceiverClient, EventGridSenderClient } = require("@azure/eventgrid-namespaces");

const [command, url, key, topic, subscription] = process.argv.slice(2);
const receiver = new EventGridReceiverClient(url, new AzureKeyCredential(key), topic, subscription);

async function received(maxWaitTime = 50) {
  const { details } = await receiver.receiveEvents({ maxEvents: 1, maxWaitTime });
  return details[0];
}

function tell(step, detail) {
  const { brokerProperties, event } = detail;
  console.log(step, brokerProperties.deliveryCount, event.type, event.source, JSON.stringify(event.data));
}

function settled(step, { succeededLockTokens, failedLockTokens }) {
  console.log(step, succeededLockTokens.length, failedLockTokens.map((each) => each.error.code).join());
}

async function publish() {
  const sender = new EventGridSenderClient(url, new AzureKeyCredential(key), topic);
  const event = { type: "Order.Placed", source: "/shop", data: { amount: 42 } };
  await sender.sendEvents(event);
  await sender.sendEvents([event]);
  console.log("published");
}

async function work() {
  const one = await received();
  tell("first", one);
  const locked = [one.brokerProperties.lockToken];
  settled("released", await receiver.releaseEvents(locked, { releaseDelay: "10" }));
  const began = Date.now();
  settled("too late", await receiver.acknowledgeEvents(locked));
  const other = await received();
  tell("other", other);
  console.log("same", other.event.id === one.event.id);
  settled("rejected", await receiver.rejectEvents([other.brokerProperties.lockToken]));
  const again = await received();
  tell("again", again);
  console.log("same", again.event.id === one.event.id, "waited", Date.now() - began >= 9000);
  const tokens = [again.brokerProperties.lockToken];
  settled("renewed", await receiver.renewEventLocks(tokens));
  settled("acknowledged", await receiver.acknowledgeEvents(tokens));
  settled("twice", await receiver.acknowledgeEvents([...tokens, "no-token"]));
  console.log("nothing", (await received(10)) === undefined);
  console.log("dead", other.event.id);
}

async function take() {
  const one = await received(100);
  tell("taken", one);
  settled("acknowledged", await receiver.acknowledgeEvents([one.brokerProperties.lockToken]));
  console.log("id", one.event.id);
}

async function refused() {
  try {
    await received(10);
  } catch (error) {
    console.log(error.name, error.statusCode);
  }
}

({ publish, work, take, refused })[command]().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
