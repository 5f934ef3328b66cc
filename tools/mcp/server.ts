/** The MCP server: four tools over all operations, since a tool for each operation would fill an agent's context. */
import { type CallToolResult, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { Operation } from '../../lib/contract/cases.ts';
import type { JsonObject } from '../../lib/contract/coercion.ts';
import { type Outcome, read, write } from './calls.ts';
import type { Call } from './check.ts';
import { describeField, describeForAgent } from './describe.ts';
import type { Described } from './described.ts';
import { isWrite } from './effects.ts';
import { findOperation } from './find-operation.ts';
import { createSearch } from './search.ts';
import type { Target } from './send.ts';
import {
  type CallArguments,
  callSchema,
  type DescribeArguments,
  describeSchema,
  instructions,
  type SearchArguments,
  searchSchema,
  texts,
  writeSchema,
} from './tools.ts';

export interface AgentServerOptions {
  readonly version: string;
  readonly target: Target;
  /** The operations with what the OpenAPI document says of them. */
  readonly described: readonly Described[];
  /** Whether the tool `write` is offered. */
  readonly canWrite: boolean;
}

const summaryOf = (operation: Operation) => ({
  operation: operation.id,
  summary: operation.summary,
  request: `${operation.method} ${operation.path}`,
  tag: operation.tag,
  tool: isWrite(operation) ? 'write' : 'read',
});

/**
 * Creates the server. It answers no request until it is connected to a transport.
 */
export const createAgentServer = (options: AgentServerOptions): McpServer => {
  const { version, target, described, canWrite } = options;
  const operations = described.map(({ operation }) => operation);
  const search = createSearch(described);
  const server = new McpServer({ name: 'partner-listing-api', version }, { instructions: instructions(canWrite) });

  /** No text that leaves has the key, whatever a response or an error message repeats. */
  const result = (text: string, isError = false): CallToolResult => ({
    content: [{ type: 'text', text: text.replaceAll(target.key, '[key]') }],
    ...(isError && { isError }),
  });
  const resultOf = ({ content, isError }: Outcome): CallToolResult => result(JSON.stringify(content), isError);

  /** Runs a tool for the operation that its arguments name, or says which ones there are. */
  const withOperation = async (
    name: string,
    run: (operation: Operation) => CallToolResult | Promise<CallToolResult>,
  ): Promise<CallToolResult> => {
    const { operation, advice } = findOperation(operations, search, name);
    return operation ? run(operation) : result(advice, true);
  };
  const callOf = ({ parameters = {}, body }: CallArguments, operation: Operation): Call => ({
    operation,
    parameters,
    body: body as JsonObject | undefined,
  });

  server.registerTool(
    'search',
    { ...texts.search, inputSchema: fromJsonSchema<SearchArguments>(searchSchema(operations)) },
    async ({ query = '', tag, count = 8 }) => {
      const found = search(query, tag);
      const shown = { operations: found.slice(0, count).map(summaryOf), found: found.length };
      return result(JSON.stringify(found.length > 0 ? shown : { ...shown, note: texts.nothingFound }));
    },
  );
  server.registerTool(
    'describe',
    { ...texts.describe, inputSchema: fromJsonSchema<DescribeArguments>(describeSchema) },
    async ({ operation: name, field, depth }) =>
      withOperation(name, (operation) => {
        const whole = described.find((each) => each.operation === operation)!;
        const text = field === undefined ? describeForAgent(whole, depth) : describeField(whole, field, depth);
        return text === undefined
          ? result(`${operation.id} has no field ${JSON.stringify(field)}.`, true)
          : result(text);
      }),
  );
  server.registerTool(
    'read',
    { ...texts.read, inputSchema: fromJsonSchema<CallArguments>(callSchema) },
    async (given) =>
      withOperation(given.operation, async (operation) => resultOf(await read(target, callOf(given, operation)))),
  );
  if (!canWrite) return server;
  server.registerTool(
    'write',
    { ...texts.write, inputSchema: fromJsonSchema<CallArguments & { readonly confirm?: boolean }>(writeSchema) },
    async (given) =>
      withOperation(given.operation, async (operation) =>
        resultOf(await write(target, callOf(given, operation), given.confirm === true)),
      ),
  );
  return server;
};
