// Publishes one event. Not compiled or run by a test.
using Azure;
using Azure.Messaging.EventGrid;

var endpoint = new Uri(Environment.GetEnvironmentVariable("ENDPOINT")!);
var key = new AzureKeyCredential(Environment.GetEnvironmentVariable("KEY")!);
var client = new EventGridPublisherClient(endpoint, key);
await client.SendEventAsync(new EventGridEvent("/orders/1", "Order.Placed", "1.0", new { amount = 42 }));
Console.WriteLine("published");
