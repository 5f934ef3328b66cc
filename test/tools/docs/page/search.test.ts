/** The search of the reference: what partners ask, in their own words, and where it leads. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../../../lib/operations.ts';
import { linkOfOperation } from '../../../../tools/docs/page/links.ts';
import { referenceSearch } from '../../../../tools/docs/page/reference-search.ts';
import type { Found } from '../../../../tools/docs/page/search.ts';
import { synonyms } from '../../../../tools/docs/page/synonyms.ts';
import { tried } from '../../../support/chosen.ts';

let search: (query: string) => readonly Found[];
beforeAll(async () => {
  search = await referenceSearch();
});

const hrefsOf = (query: string) => search(query).map(([, , , href]) => href);

/** As partners ask, each with an address that answers. Not one of them has the title that it leads to. */
const QUESTIONS = [
  ['opening hours', 'businesses.html#updateBusiness'],
  ['create location', 'businesses.html#createBusiness'],
  ['idempotency', 'index.html#safe-retries'],
  ['how do I page through a list?', 'index.html#pagination'],
  ['holiday hours', 'businesses.html#updateBusiness.specialHours'],
  ['how do I close a location permanently?', 'businesses.html#setBusinessStatus'],
  ['which header carries the API key', 'index.html#authentication'],
  ['how many requests per second may I send', 'index.html#rate-limits'],
  ['429 too many requests', 'index.html#rate-limits'],
  ['how do I verify the signature of a webhook', 'webhooks.html#receive'],
  ['upload a photo', 'media.html#addMedia'],
  ['average star rating', 'reviews.html#reviewSummary'],
  ['a customer wants to opt out of SMS', 'contacts.html#changePermission'],
  ['GDPR: erase a customer', 'contacts.html#deleteContact'],
  ['import customers from our CRM', 'contacts.html#saveContact'],
  ['find a customer by email', 'contacts.html#getContact'],
  ['NPS of last year', 'insight.html#experienceOverTime'],
  ['dishes of a restaurant', 'listings.html#getMenuDetails'],
  ['order online link', 'listings.html#getMapsActionLinks'],
  ['invite a team member', 'users.html#createUser'],
  ['load the test data again', 'sandbox.html#resetSandbox'],
  ['optimistic locking', 'index.html#concurrent-updates'],
  ['try a change without saving it', 'index.html#dry-runs'],
  ['we missed events while our server was down', 'subscriptions.html#replay'],
  ['add a question to the FAQ', 'q-a.html#saveQna'],
  ['list all locations of an account', 'businesses.html#getChildBusinesses'],
  ['timezone names', 'businesses.html#getTimezones'],
  ['how much of my quota is left', 'usage.html#getUsage'],
  ['change the address of a store', 'businesses.html#updateBusiness'],
  ['node.js sdk', 'client-typescript.html'],
  ['what did people answer in our survey', 'surveys.html#listResponses'],
  ['how do I clear a field', 'index.html#requests'],
  ['delete a store', 'businesses.html#deleteBusiness'],
  ['breaking changes', 'index.html#versioning'],
  ['update 5000 locations at once', 'bulk-updates.html#startBulkUpdate'],
  ['what changed since yesterday', 'changes.html#listChanges'],
  ['change only one field of a location', 'businesses.html#patchBusiness'],
  ['what do customers say about our competitors', 'competitors.html#competitorReviews'],
  ['send a text message to a customer', 'conversations.html#sendMessage'],
  ['send a survey to a customer', 'campaigns.html#createRequestUrl'],
  ['open a ticket for a bad review', 'tickets.html#createTicket'],
  ['how many likes did our posts get', 'social-posts.html#socialPerformance'],
  ['connect a Facebook page to a location', 'social-posts.html#setChannel'],
  ['add a staff member who gets tickets', 'employees.html#saveEmployee'],
  ['link a location to our POS system', 'integrations.html#mapIntegration'],
  ['which services does a location offer', 'services.html#getServiceMapping'],
  ['add a product with a price', 'products.html#createProduct'],
  ['does ChatGPT mention our brand', 'reports.html#searchAiCitations'],
  ['is the listing live on Google', 'reports.html#locationStatus'],
  ['connect our own system that publishes posts', 'connectors.html#setConnectors'],
] as const;

/** A reader looks at no more. */
const FIRST = 5;

describe('the search of the reference', () => {
  it.each(QUESTIONS)('answers: %s', (query, href) => {
    expect(hrefsOf(query).slice(0, FIRST)).toContain(href);
  });

  it('finds each operation by its name, whatever else has a like name', () => {
    const some = tried(allOperations, 40, { salt: 'search by name', nameOf: ({ id }) => id });
    const lost = some.filter(
      (operation) => !hrefsOf(operation.summary).slice(0, 2).includes(linkOfOperation(operation)),
    );
    expect(lost.map(({ id, summary }) => [id, summary, ...hrefsOf(summary).slice(0, 3)])).toEqual([]);
  });

  it('shows an operation ahead of its fields, and a field that is named exactly first', () => {
    const kinds = search('hours').map(([kind]) => kind);
    expect(kinds[0]).toBe('operation');
    expect(search('custom field')[0]![0]).toBe('operation');
    expect(hrefsOf('hoursOfOperations')[0]).toBe('businesses.html#updateBusiness.hoursOfOperations');
    expect(hrefsOf('invalid api key')[0]).toBe('errors.html#error-1161');
    expect(hrefsOf('Business name must have at least 3 characters')[0]).toBe('errors.html#error-1047');
    expect(hrefsOf('what is error 1161')[0]).toBe('errors.html#error-1161');
  });

  it('finds what is mistyped or half typed, and nothing for no word', () => {
    expect(hrefsOf('update bus')[0]).toBe('businesses.html#updateBusiness');
    expect(hrefsOf('webhok signature')).toContain('webhooks.html#receive');
    expect(search('')).toEqual([]);
    expect(search('…?')).toEqual([]);
    expect(search('zzzxqv')).toEqual([]);
    // Words that say nothing are better than none.
    expect(search('get').length).toBeGreaterThan(0);
  });
});

describe('synonyms', () => {
  const some = tried(Object.entries(synonyms), 40, { salt: 'synonyms', nameOf: ([name]) => name });

  it('lead somewhere', () => {
    const lost = some.flatMap(([name, meanings]) =>
      meanings.filter((meaning) => search(meaning).length === 0).map((meaning) => `${name}: ${meaning}`),
    );
    expect(lost).toEqual([]);
  });

  it('are in lower case, and find what they stand for', () => {
    const lost = some.flatMap(([name, meanings]) => {
      const found = hrefsOf(name);
      return meanings.filter((meaning) => name !== name.toLowerCase() || !found.includes(hrefsOf(meaning)[0]!));
    });
    expect(lost).toEqual([]);
  });

  it('of several words ask for nothing by one of them alone', () => {
    // Without its filler, `get ...` would be asked for by any query with the other word.
    const short = Object.keys(synonyms).filter((name) =>
      /^(?:all|an?|get|the) [^ ]+$|^[^ ]+ (?:of|to|for)$/.test(name),
    );
    expect(short).toEqual([]);
  });
});
