/** Finds changes of the OpenAPI document that could break a partner's client (docs/versioning.md), with oasdiff. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { OpenApiDocument } from './openapi/document.ts';

const run = promisify(execFile);

/** The Go module of the tool, for the message if it is missing. */
export const OASDIFF = 'github.com/oasdiff/oasdiff@v1.31.0';

/** A change that may break a client. */
export interface Change {
  /** The rule of oasdiff that it breaks, or `error-code` or `operation-id`. */
  readonly id: string;
  /** `PUT /v1/business/{businessId}`. */
  readonly operation: string;
  readonly text: string;
}

/** Accepted changes: those of a rule whose text matches. */
export interface Acceptance {
  readonly id: string;
  /** A regular expression. */
  readonly text: string;
  readonly reason: string;
}

/** The program `oasdiff`, from `node_modules/.bin` or the path; `undefined` if it is not installed. */
export const findOasdiff = (): string | undefined =>
  [join(projectRoot, 'node_modules/.bin'), ...(process.env.PATH ?? '').split(delimiter)]
    .map((directory) => join(directory, 'oasdiff'))
    .find((file) => existsSync(file));

interface Finding {
  readonly id: string;
  readonly text: string;
  readonly operation?: string;
  readonly path?: string;
}

/** Changes that oasdiff reports as breaking, including warnings. */
const findings = async (program: string, before: object, after: object): Promise<Change[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'oasdiff-'));
  try {
    const files = [join(directory, 'before.json'), join(directory, 'after.json')] as const;
    await Promise.all([writeFile(files[0], JSON.stringify(before)), writeFile(files[1], JSON.stringify(after))]);
    const { stdout } = await run(program, ['breaking', ...files, '--format', 'json'], { maxBuffer: 64 * 1_048_576 });
    return ((JSON.parse(stdout || '[]') ?? []) as Finding[]).map(({ id, text, operation = '', path = '' }) => ({
      id,
      operation: `${operation} ${path}`,
      text,
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

type Node = { readonly [name: string]: unknown };
const node = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

/** Follows a reference inside a document. */
const resolved = (document: OpenApiDocument, value: unknown): Node => {
  const { $ref } = node(value);
  if (typeof $ref !== 'string') return node(value);
  return node(
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, part) => node(at)[part], document),
  );
};

/** The error codes of an operation with their statuses, from the examples of its responses, which oasdiff ignores. */
const codesOf = (document: OpenApiDocument, operation: Node): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(node(operation.responses)).flatMap(([status, response]) => {
      const { content } = resolved(document, response);
      const examples = node(node(node(content)['application/json']).examples);
      const codes = Object.values(examples).map((example) => node(resolved(document, example).value).code);
      return status < '400' ? [] : codes.map((code): [string, string] => [String(code), status]);
    }),
  );

/** Changes that oasdiff ignores: error codes, and operation ids, which name the methods of generated clients. */
const ownChanges = (before: OpenApiDocument, after: OpenApiDocument): Change[] =>
  Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method];
      if (!now) return [];
      const name = `${method.toUpperCase()} ${path}`;
      const codes = codesOf(after, now);
      const changes = [...codesOf(before, operation)].flatMap(([code, status]) => {
        const other = codes.get(code);
        if (other === status) return [];
        const text = other === undefined ? 'is no longer answered' : `has status ${other}, not ${status}`;
        return [{ id: 'error-code', operation: name, text: `error ${code} ${text}` }];
      });
      if (operation.operationId === now.operationId) return changes;
      return [...changes, { id: 'operation-id', operation: name, text: `has the operationId ${now.operationId}` }];
    }),
  );

/**
 * The changes that may break a client of `before`.
 *
 * @param program - oasdiff, as `findOasdiff` returns it
 */
export const breakingChanges = async (
  program: string,
  before: OpenApiDocument,
  after: OpenApiDocument,
): Promise<Change[]> => [...(await findings(program, before, after)), ...ownChanges(before, after)];

const covers = ({ id, text }: Acceptance, change: Change): boolean =>
  id === change.id && new RegExp(text).test(change.text);

/** Changes that no one accepted, and acceptances that match no change (any more). */
export const checked = (changes: readonly Change[], accepted: readonly Acceptance[]) => ({
  unexpected: changes.filter((change) => !accepted.some((each) => covers(each, change))),
  unused: accepted.filter((each) => !changes.some((change) => covers(each, change))),
});

/** One line for each change. */
export const changeLine = ({ id, operation, text }: Change): string => `${operation}: ${text} [${id}]`;
