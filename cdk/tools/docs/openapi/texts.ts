/** What the OpenAPI document says in words (Markdown). Pure. */
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };

/** A usage plan, as `cdk.json` has it. */
export interface Plan {
  readonly rateLimit: number;
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: string };
}

export type Plans = Readonly<Record<string, Plan>>;

/** The groups of operations, in the order of the reference page. */
export const tags = [
  { name: 'Businesses', description: 'The profile of a location.' },
  { name: 'Contacts', description: 'The customers of an account.' },
  { name: 'Listings', description: 'Menus and action links of locations.' },
  { name: 'Review aggregation', description: 'Where the reviews of competitors stand.' },
] as const;

const number = (value: number): string => value.toLocaleString('en-US');

const planRow = ([name, { rateLimit, burstLimit, quota }]: [string, Plan]): string =>
  `| ${name} | ${number(rateLimit)} | ${number(burstLimit)} | ${
    quota ? `${number(quota.limit)} a ${quota.period.toLowerCase()}` : 'none'
  } |`;

const codeRow = ([code, { status, message, condition }]: [string, (typeof catalogue)['89']]): string =>
  `| ${code} | ${status} | ${message.replaceAll('<', '‹').replaceAll('>', '›')} | ${condition} |`;

/** The document's own description: what holds for every operation. */
export const introduction = (plans: Plans): string => `
Manage the online presence of businesses and their locations: profiles, contacts, menus, action links, and the review
links of competitors. Bodies are JSON in UTF-8.

# Authentication

Every request carries the header \`x-api-key\` with the key of the partner. Calls are made from a backend server: the key
must not appear in code that a browser runs. Without a key the answer is 401 with code 1167; with one that is unknown,
revoked or expired, 401 with code 1161. A key that was revoked may still pass for a minute.

What belongs to another partner answers exactly as what does not exist.

# What is accepted

The schemas show the canonical form of a request. Clients send more than that, and these forms are read too:

- a number as a text (\`"2012"\`), and a number or a boolean where a text is due (\`zip: 93422\`);
- a flag as 0 or 1, true or false, Yes or No, in any case;
- \`null\`, an empty text or the text \`"null"\` for an optional field: it has no value, which in an update clears it;
- fields that the schema does not name: they are ignored and not stored.

Lengths count characters (code points) after trimming. A body may have up to 1 MiB, else 413. \`Content-Type\` may be left
out; any other than \`application/json\` is a 400. The gateway itself refuses a body over 10 MB with a 413 of its own form.

# Errors

An error answers with \`{"code": number, "message": string}\`. A failure without a code of its own carries the HTTP status
as its code. New codes may be added within /v1: treat one that you don't know by its status.

With \`Accept: application/problem+json\` an error is a problem document (RFC 9457) instead. Beside \`code\` and \`message\`
it has \`errors\`: every violated rule with the JSON Pointer of its field, its code and message and, where the rule is about
a length or an amount, the limit and the actual value. Answers that the gateway makes by itself (key, rate limit, unknown
route, time-out) keep the plain form.

| Code | Status | Message | When |
| ---- | ------ | ------- | ---- |
${Object.entries(catalogue).map(codeRow).join('\n')}

Checks run in this order: key, rate limit, body, missing fields, the other fields in the order of the schema, the addressed
business or account, rules that need the stored record. The first violation answers.

# Safe retries

Send \`Idempotency-Key\` (1 to 255 visible ASCII characters, one for each thing to be done) with an update or a new
aggregation link. The same key and request within 24 hours answers as the first time, with the header
\`Idempotent-Replayed: true\`. The same key with another request is 422; while the first is still running, 409.

A 409, 429, 500, 503 or 504 may be tried again, after \`Retry-After\` seconds where the answer has that header.

# Concurrent updates

An update answers with an \`ETag\`. Send it as \`If-Match\` with the next update: if the record has changed since, the answer
is 412 and nothing is written. Without \`If-Match\`, two updates at once both land field by field, or one answers 409.

# Pagination

\`sindex\` is the index of the first record, from 0, and \`count\` the number of records, at most 1,000 and 10 unless it is
sent. \`sindex + count\` must not exceed 100,000 (2348).

# Rate limits

The plan of a key limits how often it may call. Over the limit the answer is 429 with code 89 and \`Retry-After\`.

| Plan | Requests a second | Burst | Quota |
| ---- | ----------------- | ----- | ----- |
${Object.entries(plans).map(planRow).join('\n')}

# Request ids

Every answer has an \`X-Request-Id\`. Name it when you report a fault: the log has it too.

# Versioning

Within /v1 fields, operations, optional parameters and error codes may be added; nothing is removed or narrowed. An operation
that is to go answers with the headers \`Deprecation\` (RFC 9745) and, once its end is known, \`Sunset\` (RFC 8594), which is
at least 12 months ahead.
`;
