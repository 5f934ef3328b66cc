/** The document's own description: what holds for every operation (Markdown). Pure. */
import { errorTable, type Plans, planTable, validationWith401 } from './texts.ts';

const authentication = () => `# Authentication

Send your API key in the header \`x-api-key\`, once per request. Call the API from a server: a key must never reach a browser
or an app.

| Response | Reason |
| -------- | ------ |
| 401, code 1167 | the header is missing or empty |
| 401, code 1161 | the key is unknown, revoked or expired, or the request has two keys |

A revoked key may keep working for up to a minute.

**A 401 is not always about the key.** Update business also returns 401 for some invalid fields: ${validationWith401()}.
**A 401 is about the key if and only if its \`code\` is 1161 or 1167.** With any other code the key is valid and \`message\`
says which field to correct. A client that renews credentials or raises an alarm on a 401 must check \`code\` first.

Resources that you don't own return the same response as resources that don't exist.`;

const requests = () => `# Requests

Bodies are JSON objects in UTF-8. \`Content-Type\` is optional; if you send it, it must be \`application/json\`. The schemas show
the canonical form of each field. These forms are accepted too:

- A number sent as a string (\`"2012"\`), and a number or boolean sent for a string (\`zip: 93422\`). The number must be a safe
  integer, or a decimal that prints as it was sent: \`zip: 12345678901234567890\` and \`1e400\` return 400.
- A flag sent as 0 or 1, true or false, or Yes or No, in any case.
- \`null\`, an empty string, a string of invisible characters or the string \`"null"\` for an optional field. In an update it
  clears the field. \`[]\` clears a list.
- A list sent as comma-separated text, where the field says so, and numbered fields (\`additionalCategory1\`) next to or instead
  of a list of categories. A single blank numbered field changes nothing; sending all numbered fields blank clears the list.
- Unknown fields. They are ignored and not stored.

A row of a list whose fields are all blank returns 400 and names the missing field.

Single-line text (names, email addresses, phone numbers, postal codes, codes, labels) must not contain control characters, line
or paragraph separators, or bidirectional overrides. \`emailId\` is a single email address. A URL has at most 2,048 characters,
no spaces, quotes, angle brackets or control characters, and the scheme http or https, which you may omit unless the field
requires it. Lengths count characters (code points) after trimming.

| Limit | Value | Response |
| ----- | ----- | -------- |
| Body | 1 MiB | 413 |
| Values in a body, and its depth | 12,000, and 64 levels | 400 |
| Stored record | 128 KB | 413, "The record is too large" |
| Body, enforced by the gateway | 10 MB | 413 with a body of the gateway's own |

A compressed body, a charset other than UTF-8 and bytes that are not valid UTF-8 return 400. For malformed JSON the message
names line and column.`;

const errorSection = () => `# Errors

Every error has the body \`{"code": number, "message": string}\`. An error without its own code has its HTTP status as the
code. Handle errors by \`code\`: messages may change. New codes may be added within /v1; handle an unknown code by its status.

Send \`Accept: application/problem+json\` to get problem details (RFC 9457) instead. They have \`code\` and \`message\` as well,
and \`errors\`: every wrong parameter and field, each once, with a JSON Pointer or parameter name, code and message and, for
lengths and counts, the limit and the actual value. Responses that the gateway makes itself (key, rate limit, unknown
route, timeout) keep the plain form.

Each operation lists its codes. A code that appears twice has another status or message on some operations.

${errorTable()}

Checks run in this order: key, rate limit, the form of the body (size, media type, JSON), parameters, \`Idempotency-Key\`,
missing fields, other fields in the order of the schema, the addressed business or account, \`If-Match\`, rules that need
the stored record. The response reports the first error.`;

const retries = () => `# Safe retries

Retry 429, 500, 503, 504, a 409 with \`Retry-After\`, and requests without a response. Wait \`Retry-After\` seconds if the
response has that header, and add a random delay that grows with each attempt.

Send an \`Idempotency-Key\` with every write: 1 to 255 visible ASCII characters, a new key for each write, the same key for each
retry. For 24 hours, a repeated request with the same key is not executed again. It returns the first response with the header
\`Idempotent-Replayed: true\`.

- Requests are compared by meaning: parsed body, path and query. The same key with another request returns 422. A key is
  scoped to its operation.
- The response is kept if the write succeeded, or if it was refused because of the stored record (not found, version
  conflict, a rule that needs the record). Any other error leaves the key unused.
- Two writes that collide under one key return 503: retry with the same key.
- An empty \`Idempotency-Key\` returns 400.

# Dry runs

Add \`validateOnly=true\` to a write to validate it without saving. The response has the status, code and message of the real
request, and the \`ETag\` of the record as stored. Any value other than true or false returns 400. The parameter's name is
case-insensitive and may contain \`_\` or \`-\`.`;

const concurrency = () => `# Concurrent updates

Businesses, listings, contacts, products and custom fields have versions: reading one returns its \`ETag\`. Send it as
\`If-Match\` with the next update, deletion, or change of status or hierarchy; each operation says whether it takes one. If the
record has changed in the meantime, nothing is written and the response is 412 with the current \`ETag\`. An empty \`If-Match\` returns 400.

Without \`If-Match\`, two concurrent updates are merged field by field, or one of them returns 409. An update that changes
nothing keeps the \`ETag\`.

You can send back a record that you have read. With \`If-Match\`, fields that equal the stored values, required ones included,
are dropped before the body is validated.`;

/** What holds for every operation. @param plans - the usage plans, by name */
export const introduction = (plans: Plans): string =>
  [
    `Manage the online presence of businesses and their locations. Keep profiles, listings, services, products and media right,
one by one or in bulk. Keep contacts, write to them, ask them for reviews and survey answers, and follow up with tickets. Publish
social posts. Read reviews, competitors and reports. Webhooks and the changes feed tell your systems what has changed.`,
    `# Accounts and locations

You own accounts (companies). An account has locations, each with its own address, and may have sub-accounts. The API calls
both a *business*: they share one number space, so \`businessNumber\`, \`businessId\` and the like name either one. Each operation
says which of the two it accepts.`,
    authentication(),
    requests(),
    errorSection(),
    retries(),
    concurrency(),
    `# Pagination

Lists take two parameters, \`sindex\` and \`count\` or \`startIndex\` and \`pageSize\`: the index of the first record, from 0, and
the number of records, at most 1,000. Their sum must not exceed 100,000 (code 2348). Each operation names its defaults. Totals
are exact. Lists include a write within a second; a read by number includes it immediately.`,
    `# Rate limits

Your key's usage plan limits your requests. Above the limit the response is 429 with code 89 and \`Retry-After\`. Every response
to a valid key describes the plan in \`RateLimit-Policy\`: \`q\` requests in \`w\` seconds. Get usage returns what is left.

${planTable(plans)}`,
    `# Request ids

Every response has an \`X-Request-Id\`. Include it when you contact support: our logs have it too.`,
    `# Versioning

Within /v1, fields, operations, optional parameters and error codes may be added. Nothing is removed or narrowed. Ignore
response fields that you don't know: clients made by openapi-generator for Java and Go do so only with the property
\`disallowAdditionalPropertiesIfNotPresent=false\`. A deprecated operation returns the header \`Deprecation\` (RFC 9745) and, once
its end is scheduled, \`Sunset\` (RFC 8594), at least 12 months ahead.`,
  ].join('\n\n');
