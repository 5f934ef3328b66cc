/** The document keeps what the last release promised (docs/versioning.md). Without oasdiff the comparison is skipped. */
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import {
  type Acceptance,
  breakingChanges,
  changeLine,
  checked,
  findOasdiff,
  OASDIFF,
} from '../../tools/docs/breaking-changes.ts';
import { acceptedChanges, freshDocument, releasedDocument, releasedVersions } from '../../tools/docs/document.ts';
import type { OpenApiDocument } from '../../tools/docs/openapi/document.ts';
import { tried } from '../support/chosen.ts';

const named = { salt: 'changes', nameOf: ([name]: readonly [string, ...unknown[]]) => name };
const program = findOasdiff();
const document = await freshDocument();

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at places that the tests know
type Open = any;

const PATH = '/v1/business/{businessId}';

/** The document of two operations, in which all changes are made: one of them all takes longer to compare with each. */
const some: OpenApiDocument = {
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => [PATH, '/v1/customer-v2/external/getCustomer'].includes(path)),
  ),
};

/** These two with a change. */
const changed = (change: (copy: Open) => void): OpenApiDocument => {
  const copy = structuredClone(some) as Open;
  change(copy);
  return copy;
};

const schemas = ({ components }: Open): Open => components.schemas;
const put = ({ paths }: Open): Open => paths[PATH].put;
const remove = (fields: string[], name: string): void => {
  fields.splice(fields.indexOf(name), 1);
};

const breaking: readonly (readonly [string, (copy: Open) => void, string])[] = [
  ['an operation removed', (copy) => delete copy.paths[PATH], 'api-path-removed-without-deprecation'],
  ['an operation renamed', (copy) => (put(copy).operationId = 'changeBusiness'), 'operation-id'],
  ['a parameter removed', (copy) => put(copy).parameters.splice(1, 1), 'request-parameter-removed'],
  [
    'a parameter that is required now',
    (copy) => (put(copy).parameters[1].required = true),
    'request-parameter-became-required',
  ],
  [
    'a field that is required now',
    (copy) => schemas(copy).BusinessUpdate.required.push('name'),
    'request-property-became-required',
  ],
  [
    'a field of a request removed',
    (copy) => delete schemas(copy).BusinessUpdate.properties.name,
    'request-property-removed',
  ],
  [
    'a lower limit',
    (copy) => (schemas(copy).BusinessUpdate.properties.name.maxLength = 9),
    'request-property-max-length-decreased',
  ],
  ['a lower limit in a nested object', (copy) => (schemas(copy).LocationUpdate.properties.city.maxLength = 9), ''],
  ['a value that is refused now', (copy) => schemas(copy).CustomFieldUpdate.properties.type.anyOf[0].enum.pop(), ''],
  [
    'a field of a reply removed',
    (copy) => delete schemas(copy).Contact.properties.email,
    'response-required-property-removed',
  ],
  [
    'a field of a reply that may be missing',
    (copy) => remove(schemas(copy).Contact.required, 'email'),
    'response-property-became-optional',
  ],
  [
    'a field of a reply of another type',
    (copy) => (schemas(copy).Contact.properties.id.type = 'string'),
    'response-property-type-changed',
  ],
  [
    'a field of a reply that may be null',
    (copy) => (schemas(copy).Contact.properties.email.type = ['string', 'null']),
    '',
  ],
  [
    'a header of a reply removed',
    (copy) => delete put(copy).responses[200].headers.ETag,
    'required-response-header-removed',
  ],
  [
    'a media type removed',
    (copy) => delete put(copy).responses[400].content['application/problem+json'],
    'response-media-type-removed',
  ],
];

const harmless: readonly (readonly [string, (copy: Open) => void])[] = [
  ['nothing', () => {}],
  ['a new field of a request', (copy) => (schemas(copy).BusinessUpdate.properties.more = { type: ['string', 'null'] })],
  ['a new field of a reply', (copy) => (schemas(copy).Contact.properties.more = { type: 'string' })],
  ['a higher limit', (copy) => (schemas(copy).BusinessUpdate.properties.name.maxLength = 999)],
  [
    'a new optional parameter',
    (copy) => put(copy).parameters.push({ name: 'more', in: 'query', schema: { type: 'string' } }),
  ],
];

describe.skipIf(!program)('compared by oasdiff (skipped where it is not installed)', () => {
  it('has no breaking change since the last release but those that were accepted, each with a reason', async () => {
    const accepted = await acceptedChanges();
    const { unexpected, unused } = checked(
      await breakingChanges(program!, await releasedDocument(), document),
      accepted,
    );
    expect(unexpected.map(changeLine)).toEqual([]);
    expect(unused).toEqual([]);
    for (const { reason } of accepted) expect(reason).toMatch(/\w{3}/);
  });

  it.each(tried(breaking, 6, named))('finds %s', async (_, change, id) => {
    const ids = (await breakingChanges(program!, some, changed(change))).map((each) => each.id);
    expect(ids).not.toEqual([]);
    if (id !== '') expect(ids).toContain(id);
  });

  it.each(tried(harmless, 3, named))('lets %s pass', async (_, change) => {
    expect(await breakingChanges(program!, some, changed(change))).toEqual([]);
  });

  it('finds an error code removed, and one with another status', async () => {
    const without = changed((copy) => {
      delete put(copy).responses[400].content['application/json'].examples[1045];
      put(copy).responses[409].content['application/json'].examples[1175] = {
        $ref: '#/components/examples/BusinessNotFoundExample',
      };
      delete put(copy).responses[404].content['application/json'].examples[1175];
    });
    const lines = (await breakingChanges(program!, some, without)).map(({ text }) => text);
    expect(lines).toEqual(['error 1045 is no longer answered', 'error 1175 has status 409, not 404']);
  });
});

describe('what is kept of releases', () => {
  it('has the document of the version that the package has', async () => {
    expect(await releasedVersions()).toContain(packageJson.version);
    expect((await releasedDocument()).info.version).toBe(packageJson.version);
  });

  it('is checked by rule and text', () => {
    const change = { id: 'a', operation: 'PUT /x', text: 'the `b` was changed' };
    const accept = (id: string, text: string): Acceptance => ({ id, text, reason: 'because' });
    expect(checked([change], [accept('a', '`b`')])).toEqual({ unexpected: [], unused: [] });
    for (const other of [accept('b', '`b`'), accept('a', '`c`')]) {
      expect(checked([change], [other])).toEqual({ unexpected: [change], unused: [other] });
    }
    expect(OASDIFF).toMatch(/@v\d/);
  });
});
