/** The document's own description: what holds for every operation (Markdown). Pure. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { errorTable, type Plans, planTable, validationWith401 } from './texts.ts';

const authentication = () => `# Authentication

Every request carries the header \`x-api-key\`, once, with the key of the partner. Calls are made from a backend server: the
key must not appear in code that a browser runs. Without a key the response is 401 with code 1167; with one that is unknown,
revoked or expired, or with two of them, 401 with code 1161. A key that was revoked may still pass for a minute.

**A 401 is not always about the key.** Update business answers some violations of its fields with 401 too:
${validationWith401()}. The rule: **a 401 is about the key if and only if its \`code\` is 1161 or 1167.** With any other code the
key is right, the request is wrong, and what \`message\` says of it is to be corrected. So a client that replaces or retires
its key, or alarms someone, on a 401 must look at \`code\` first.

What belongs to another partner answers exactly as what does not exist.`;

const accepted = () => `# What is accepted

The schemas show the canonical form of a request. Clients send more than that, and these forms are read too:

- a number as a text (\`"2012"\`), and a number or a boolean where a text is due (\`zip: 93422\`). Such a number must be a
  safe integer, or a decimal that prints as it came: \`zip: 12345678901234567890\` and \`1e400\` are a 400;
- a flag as 0 or 1, true or false, Yes or No, in any case;
- \`null\`, an empty text, one of invisible characters only, or the text \`"null"\` for an optional field: it has no value,
  which in an update clears it. \`[]\` clears a list. A row of a list in which every field is blank is a 400 that names the
  field it lacks;
- a list as a comma-separated text where the field says so, and numbered fields (\`additionalCategory1\`) beside or instead
  of a list of categories. One numbered field that is blank, with no other of its kind, changes nothing; all of them blank
  clear the list;
- fields that the schema does not name: they are ignored and not stored.

Texts of one line (names, email addresses, phone numbers, postal codes, codes, labels) have no control characters, no line or
paragraph separators and no bidirectional overrides. \`emailId\` is one address: something, \`@\`, something, no blanks. A URL has
at most 2,048 characters, no blanks, quotes, angle brackets or control characters, and a port of at most 65535; its scheme is
http or https, and may be left out where the field does not ask for it. Lengths count characters (code points) after
trimming.

A body is a JSON object in UTF-8 of up to 1 MiB, 12,000 values and 64 levels. \`Content-Type\` may be left out; any other than
\`application/json\`, another charset, a compressed body and bytes that are not UTF-8 are a 400, and broken JSON is a 400 that
names line and column. A record has at most 128 KB as it is stored: an update that would make it larger is a 413, "The record
is too large". The gateway itself refuses a body over 10 MB with a 413 of its own form.`;

const errorSection = (table: readonly Operation[]) => `# Errors

An error is \`{"code": number, "message": string}\`. A failure without a code of its own carries the HTTP status as its code.
New codes may be added within /v1: treat one that you do not know by its status.

With \`Accept: application/problem+json\` an error is a problem document (RFC 9457) instead, where that weighs more than
\`application/json\` by its q-value or is all that is asked for. Beside \`code\` and \`message\` it has \`errors\`: every violated
rule, those that need the stored record too, with the JSON Pointer of its field, its code and message and, where the rule is
about a length or an amount, the limit and the actual value. Responses that the gateway makes by itself (key, rate limit,
unknown route, time-out) keep the plain form.

${errorTable(table)}

Checks run in this order: key, rate limit, parameters, body, missing fields, the other fields in the order of the schema, the
addressed business or account, rules that need the stored record. The first violation answers.`;

const retries = () => `# Safe retries

Send \`Idempotency-Key\` (1 to 255 visible ASCII characters, one for each thing to be done) with a write. For 24 hours the same
key and request is answered as the first time, with the header \`Idempotent-Replayed: true\`, and executes nothing. Requests are
compared by their meaning: the parsed body, path and query. The same key with another request is 422; on another operation it
is another key. Kept are a 200, and a refusal that needed the record (it is not there, its version, a rule of what is stored);
any other failure leaves the key free. A conflict under a key is a 503, to be sent again with it. An empty \`Idempotency-Key\`
is a 400.

A 409, 429, 500, 503 or 504 may be tried again, after \`Retry-After\` seconds where the response has that header, and with the
same key.

\`validateOnly=true\` judges a write as the real one would be and writes nothing: the same status, code and message, 413
included, and the \`ETag\` of the record as it stands. The name is read without case and with \`_\` or \`-\`; a value other than
true or false is a 400.`;

const concurrency = () => `# Concurrent updates

An update and get business answer with an \`ETag\`. Send it as \`If-Match\` with the next update, deletion or change of status or
hierarchy: if the record has changed since, the response is
412 with the current \`ETag\` and nothing is written. An empty \`If-Match\` is a 400. Without \`If-Match\`, two updates at once both
land field by field, or one answers 409. An update that changes nothing keeps the \`ETag\`.

A record can be read and sent back: of a body that is sent with \`If-Match\`, fields that equal what is stored leave the body
before anything is judged, the required ones too.`;

/** @param table - the operations that the document has */
export const introduction = (plans: Plans, table: readonly Operation[]): string =>
  [
    `Manage the online presence of businesses and their locations: profiles, contacts, menus, action links, and the review
links of competitors. Bodies are JSON in UTF-8.`,
    authentication(),
    accepted(),
    errorSection(table),
    retries(),
    concurrency(),
    `# Pagination

A list has two parameters, \`sindex\` and \`count\` or \`startIndex\` and \`pageSize\`: the index of the first record, from 0, and
the number of records, at most 1,000. Each operation says what holds where they are left out. Their sum must not exceed 100,000
(2348). Totals are exact. A list follows a write within a second; a record that is read by its number follows at once.`,
    `# Rate limits

The plan of a key limits how often it may call. Over the limit the response is 429 with code 89 and \`Retry-After\`. Each
response to a usable key names its plan in \`RateLimit-Policy\`: \`q\` requests in \`w\` seconds. Get usage answers what is left.

${planTable(plans)}`,
    `# Request ids

Every response has an \`X-Request-Id\`. Name it when you report a fault: the log has it too.`,
    `# Versioning

Within /v1 fields, operations, optional parameters and error codes may be added; nothing is removed or narrowed. So a client
must ignore fields of a reply that it does not know: clients of openapi-generator for Java and Go do so only if they are made with
the property \`disallowAdditionalPropertiesIfNotPresent=false\`. An operation that is to go answers with the headers \`Deprecation\`
(RFC 9745) and, once its end is known, \`Sunset\` (RFC 8594), which is at least 12 months ahead.`,
  ].join('\n\n');
