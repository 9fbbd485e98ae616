"use strict";
// An endpoint that accepts the handshake of a subscription and prints the events that it gets.
const { createServer } = require("node:http");
const { EventGridDeserializer } = require("@azure/eventgrid");

const deserializer = new EventGridDeserializer();

async function receive(request, response) {
  let body = "";
  for await (const part of request.setEncoding("utf8")) {
    body += part;
  }
  let said;
  for (const event of await deserializer.deserializeEventGridEvents(body)) {
    if (event.eventType === "Microsoft.EventGrid.SubscriptionValidationEvent") {
      said = { validationResponse: event.data.validationCode };
    } else {
      console.log(event.eventType, event.subject, JSON.stringify(event.data));
    }
  }
  response.setHeader("Content-Type", "application/json");
  response.end(said && JSON.stringify(said));
}

createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("listening"));
