"use strict";
// An agent that reacts to each order above 40: it subscribes its webhook over MCP, and refreshes it until it is stopped.
const { createServer } = require("node:http");
const { createMCPClient, experimental_createMCPEventWebhook } = require("@ai-sdk/mcp");

/** What the agent knows of its subscriptions; a real one keeps it on a disk. */
function memory() {
  const byKey = new Map();
  return {
    get: async (key) => byKey.get(key),
    getById: async (id) => [...byKey.values()].find((each) => each.id === id),
    set: async (subscription) => void byKey.set(subscription.key, subscription),
    update: async (key, change) => void byKey.set(key, { ...byKey.get(key), ...change }),
    delete: async (key) => void byKey.delete(key),
  };
}

const store = memory();

// Answers the verification, and checks the signature of all that comes.
const webhook = experimental_createMCPEventWebhook({
  store,
  onEvent: async ({ event }) => console.log("reacting to", event.name, JSON.stringify(event.data)),
});

async function receive(incoming, outgoing) {
  const parts = [];
  for await (const part of incoming) {
    parts.push(part);
  }
  const { method, headers } = incoming;
  const response = await webhook(
    new Request(`http://${headers.host}${incoming.url}`, { method, headers, body: Buffer.concat(parts) }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function subscribe() {
  const client = await createMCPClient({
    transport: { type: "http", url: process.env.ENDPOINT, headers: { Authorization: `Bearer ${process.env.TOKEN}` } },
    experimental_events: { store },
  });
  const { id } = await client.experimental_events.subscribe({
    name: "orders.Order.Placed",
    arguments: { amount: { $gt: 40 } },
    delivery: {
      mode: "webhook",
      url: `http://127.0.0.1:${process.env.PORT}/agent`,
      allowInsecureLocalhost: true, // for local mode; else https
    },
  });
  console.log("subscribed");
  setInterval(() => client.experimental_events.refresh({ id }).catch(console.error), 600_000);
}

createServer((incoming, outgoing) => {
  receive(incoming, outgoing).catch((error) => {
    console.error(error);
    outgoing.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), "127.0.0.1", () => {
  subscribe().catch((error) => {
    console.error(error);
    process.exit(1);
  });
});
