/** Agents find an operation by the question of a person who has never seen the API. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/operations.ts';
import { loadDescribed } from '../../../tools/mcp/described.ts';
import { createSearch, type Search } from '../../../tools/mcp/search.ts';

let search: Search;
beforeAll(async () => {
  search = createSearch(await loadDescribed());
});

const idsOf = (query: string, tag?: string): string[] => search(query, tag).map(({ id }) => id);

describe('The search for agents', () => {
  it.each([
    ['which reviews did location X get last month', 'getReviews'],
    ['what are the opening hours of this restaurant', 'getBusiness'],
    ['who opted out', 'optOutFeed'],
    ['change the phone number of a store', 'updateBusiness'],
    ['how many API requests have we left this month', 'getUsage'],
    ['what did customers answer in the satisfaction survey', 'listResponses'],
    ['average star rating of an account', 'reviewSummary'],
    ['add a photo to a location', 'addMedia'],
    ['which webhooks failed to be delivered', 'listDeliveries'],
    ['send the missed events again', 'replay'],
    ['find the customer with this email address', 'getContact'],
    ['who has access to this account', 'listUsers'],
    ['give a colleague access to two locations', 'createUser'],
    ['what is on the menu of this restaurant', 'getMenuDetails'],
    ['find all locations in Chicago', 'searchBusinesses'],
    ['move a location under another region', 'updateHierarchy'],
    ['how did the customer experience score change over the year', 'experienceOverTime'],
    ['unsubscribe a customer from text messages', 'changePermission'],
    ['when was this customer last here', 'contactActivity'],
    ['take the listing off Google', 'deactivateListing'],
    ['which categories can a bakery have', 'categoryList'],
    ['time zone of a location', 'getTimezones'],
    ['new signing secret for our webhook', 'rotateSecret'],
    ['is my video uploaded yet', 'trackUpload'],
    ['erase a customer', 'deleteContact'],
    ['close a location permanently', 'setBusinessStatus'],
    ['which locations belong to this account', 'getChildBusinesses'],
    ['open a new store', 'createBusiness'],
    ['register a visit of a guest', 'checkIn'],
    ['which fields did we define ourselves', 'listFields'],
    ['update 5000 locations at once', 'startBulkUpdate'],
    ['what changed since yesterday', 'listChanges'],
    ['change only one field of a location', 'patchBusiness'],
    ['what do customers say about our competitors', 'competitorReviews'],
    ['send a text message to a customer', 'sendMessage'],
    ['export all chats of last month', 'exportConversations'],
    ['ask a customer for a review', 'createRequestUrl'],
    ['open a ticket for a bad review', 'createTicket'],
    ['which tickets are open', 'getTickets'],
    ['post on Facebook', 'schedulePost'],
    ['how many likes did our posts get', 'socialPerformance'],
    ['add a staff member who gets tickets', 'saveEmployee'],
    ['link a location to our POS system', 'mapIntegration'],
    ['which services does a location offer', 'getServiceMapping'],
    ['add a product with a price', 'createProduct'],
    ['net promoter score by month', 'npsOverTime'],
    ['does ChatGPT mention our brand', 'searchAiCitations'],
    ['is the listing live on Google', 'locationStatus'],
    ['connect our own system that publishes posts', 'setConnectors'],
  ])('finds for "%s" %s in the first five', (question, id) => expect(idsOf(question).slice(0, 5)).toContain(id));

  it('finds each operation by its name and by its id', () => {
    const lost = operations.filter(
      ({ id, summary }) => ![summary, id].every((query) => idsOf(query).slice(0, 3).includes(id)),
    );
    expect(lost.map(({ id, summary }) => [id, ...idsOf(summary).slice(0, 3)])).toEqual([]);
  });

  it('finds by id, path and field, in any spelling of case', () => {
    for (const query of ['getBusiness', 'GETBUSINESS', 'get business'])
      expect(idsOf(query).slice(0, 3)).toContain('getBusiness');
    expect(idsOf('/v1/usage')[0]).toBe('getUsage');
    expect(idsOf('hoursOfOperations').slice(0, 5)).toContain('updateBusiness');
  });

  it('keeps to a tag, and without words has all of it', () => {
    const users = idsOf('', 'Users');
    expect(users.toSorted()).toEqual(['createUser', 'getUser', 'listUsers', 'removeUser', 'updateUser']);
    expect(users).toEqual(expect.arrayContaining(idsOf('email', 'Users')));
    expect(idsOf('email', 'Users').length).toBeGreaterThan(0);
  });

  it('finds nothing where nothing fits', () => expect(idsOf('xylophone quux')).toEqual([]));
});
