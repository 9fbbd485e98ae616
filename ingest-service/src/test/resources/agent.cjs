"use strict";
// An agent of the AI SDK as it comes from npm, whose webhook this is: `URL TOKEN EVENT`.
const http = require("node:http");
const { createMCPClient, experimental_createMCPEventWebhook } = require("@ai-sdk/mcp");

const [url, token, name] = process.argv.slice(2);

function memory() {
  const byKey = new Map();
  return {
    get: async (key) => byKey.get(key),
    getById: async (id) => [...byKey.values()].find((each) => each.id === id),
    set: async (subscription) => void byKey.set(subscription.key, subscription),
    update: async (key, patch) => void byKey.set(key, { ...byKey.get(key), ...patch }),
    delete: async (key) => void byKey.delete(key),
  };
}

function serve(handle) {
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

async function main() {
  const store = memory();
  const server = await serve(experimental_createMCPEventWebhook({ store, onEvent: async () => {} }));
  const client = await createMCPClient({
    transport: { type: "http", url, headers: { Authorization: `Bearer ${token}` } },
    experimental_events: { store },
  });
  const { events } = await client.experimental_events.list();
  console.log("listed", events.map((each) => each.name).includes(name));
  const asked = {
    name,
    arguments: { n: { $gte: 1 } },
    delivery: { mode: "webhook", url: `http://127.0.0.1:${server.address().port}/hook`, allowInsecureLocalhost: true },
    ttlMs: 120_000,
  };
  const { id } = await client.experimental_events.subscribe(asked);
  console.log("subscribed", /^sub_[0-9a-f]{32}$/.test(id));
  const again = await client.experimental_events.refresh({ id });
  console.log("refreshed", again.id === id);
  await client.experimental_events.unsubscribe({ id });
  console.log("unsubscribed");
  await client.close();
  server.close();
}

main().then(() => process.exit(0), (error) => {
  console.log(error.name, error.message);
  process.exit(0);
});
