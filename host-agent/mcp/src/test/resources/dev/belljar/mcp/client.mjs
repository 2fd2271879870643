// Usage: node client.mjs COMMAND WORD… — starts the server, and calls the tools that standard input lists, one JSON
// object {"name":…,"arguments":…} on each line. Prints the names of the tools, then each result, one JSON value a line.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createInterface } from 'node:readline';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'belljar-test', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
const say = (value) => console.log(JSON.stringify(value));
say((await client.listTools()).tools.map((tool) => tool.name));
for await (const line of createInterface({ input: process.stdin })) {
  try {
    say(await client.callTool(JSON.parse(line)));
  } catch (error) {
    say({ refused: error.message });
  }
}
await client.close();
