/** An agent that talks to `npm run mcp` over stdio, by the client of the protocol's own SDK. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { projectRoot } from '../../../cdk/build/bundle.ts';

/** Milliseconds for a response on a machine that does much else; the SDK waits for a minute. */
const patient = { timeout: 170_000 };

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  /** The text as JSON; `undefined` where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  readonly json: any;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Starts the server as a process, and connects to it.
 *
 * @param options - of `npm run mcp`
 * @param environment - next to PATH and HOME, which the SDK passes on
 */
export const startAgent = async (options: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['tools/mcp/main.ts', ...options],
    cwd: projectRoot,
    env: { ...environment },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport, patient);
  /** Everything that the server has said to the agent. */
  const said: string[] = [];
  return {
    client,
    said,
    stderr: () => stderr,
    close: () => client.close(),
    call: async (name: string, given: Readonly<Record<string, unknown>>): Promise<ToolAnswer> => {
      const result = await client.callTool({ name, arguments: { ...given } }, patient);
      const [content] = result.content;
      const text = content?.type === 'text' ? content.text : '';
      said.push(text);
      return { isError: result.isError === true, text, json: jsonOf(text) };
    },
  };
};

export type Agent = Awaited<ReturnType<typeof startAgent>>;
