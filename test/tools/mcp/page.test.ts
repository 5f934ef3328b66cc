/** The page for agents: the block that a client is configured with starts the server, and the figures are the code's. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { allOperations } from '../../../lib/operations.ts';
import { USUAL_DEPTH } from '../../../tools/mcp/describe.ts';
import { MOST_CHARACTERS } from '../../../tools/mcp/send.ts';

const page = await readFile(join(projectRoot, 'docs/agents.md'), 'utf8');

it('The block starts the server, wherever the client runs', async () => {
  const [, block = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
  const [server] = Object.values(JSON.parse(block).mcpServers) as { command: string; args: string[]; env: object }[];
  const { command, args, env } = server!;
  expect(args).toContain('/path/to/this/project');
  const transport = new StdioClientTransport({
    command,
    args: args.map((each) => (each === '/path/to/this/project' ? projectRoot : each)),
    cwd: '/',
    env: { ...env, PARTNER_API_KEY: 'a-key-that-is-none' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'describe', 'read']);
  // Each tool has a row with its arguments.
  for (const { name, inputSchema } of tools) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
    for (const argument of Object.keys(inputSchema.properties ?? {})) expect(row).toContain(`\`${argument}\``);
  }
});

it('Every operation whose response has a secret is named', () => {
  const [line = ''] = page.split('\n').filter((each) => each.includes('secrets of responses'));
  const secret = allOperations.filter((each) => 'secretReply' in each);
  expect(secret.length).toBeGreaterThan(3);
  for (const { summary } of secret) expect(line.toLowerCase()).toContain(summary.toLowerCase());
});

it('Depth and size are those of the code', () => {
  expect(page).toContain(`down to a depth (${USUAL_DEPTH} by default`);
  expect(page).toContain(`up to ${MOST_CHARACTERS.toLocaleString('en-US')} characters`);
});
