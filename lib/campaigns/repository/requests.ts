/** The requests of a partner: found by the last part of their link, with what they are about. */
import { type Business, businessFrom, businessKey } from '../../business/repository/business.ts';
import { type Contact, type ContactOwner, contactKey } from '../../contacts/repository/contact.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, type Written, write } from '../../dynamodb/writes/write.ts';
import { accountKey, named } from '../../partners/repository/account.ts';
import { surveyKey } from '../../surveys/repository/survey.ts';
import { type LinkId, SECRET_DIGITS } from '../rules/link.ts';
import { type CampaignRequest, isProven, requestFrom, requestItem, requestKey } from './request.ts';
import { accountSourcesKey, locationSourcesKey, reviewSourcesFrom, USUAL_SOURCES } from './review-sources.ts';

export interface ShownRequest {
  readonly request: CampaignRequest;
  readonly business: Business;
  readonly contact: Contact;
  /** Aliases of the sources that the location offers. */
  readonly sources: readonly string[];
}

/** No request has this number, and no secret these digits. */
const NO_LINK: LinkId = { externalUId: 0, secret: '-'.repeat(SECRET_DIGITS) };

/** What is stored where a request is to be made. */
export interface RequestContext {
  readonly owner: ContactOwner;
  readonly business: Business;
  /** Absent if the account has no such contact. */
  readonly contact: Item | undefined;
  /** Whether the account has the survey. */
  readonly hasSurvey: boolean;
  /** The account's own page, if it has one. */
  readonly pageUrl: string | undefined;
}

/** What a request names; a number that nothing has, for what is malformed. */
export interface Named {
  readonly businessNumber: number;
  readonly contactId: number;
  readonly surveyId: number | undefined;
}

interface Creating {
  readonly secret: string;
  readonly mark: string;
  readonly others: readonly Action[];
  readonly result: Readonly<Record<string, unknown>>;
}

export const requests = ((store) => ({
  /** `undefined` if the number is no location's. Two calls. */
  context: async ({ businessNumber, contactId, surveyId }: Named): Promise<RequestContext | undefined> => {
    const { table, partnerId } = store;
    const place = { account: accountKey(partnerId, businessNumber), location: businessKey(partnerId, businessNumber) };
    const { account, location } = named(await table.batchGet(Object.values(place)), place);
    if (account || !location) return undefined;
    const business = businessFrom(location);
    const owner = { partnerId, accountNumber: business.accountNumber };
    const keys = {
      contact: contactKey(owner, contactId),
      survey: surveyKey(owner, surveyId ?? 0),
      sources: accountSourcesKey(partnerId, owner.accountNumber),
    };
    const { contact, survey, sources } = named(await table.batchGet(Object.values(keys)), keys);
    const { pageUrl } = reviewSourcesFrom(sources);
    return { owner, business, contact, hasSurvey: survey !== undefined, pageUrl };
  },

  /**
   * Puts a new request, with what goes with it under the same mark. One call.
   *
   * @param others - the actions that write the contact, and the message if one is sent
   * @param result - what is answered, for requests under the same idempotency key
   */
  create: (request: CampaignRequest, { secret, mark, others, result }: Creating): Promise<Written> => {
    const { table, partnerId } = store;
    const key = requestKey(partnerId, request.externalUId);
    return write(store, {
      strategy: creation(async () => isProven(await table.get(key), secret, request.created)),
      actions: [
        {
          Put: {
            Item: { ...requestItem(partnerId, request, secret), p0: mark },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        ...others,
      ],
      basedOn: [0],
      mark,
      result,
    });
  },

  /**
   * The request of a link, with what it is about; `undefined` if the link is none, is wrong or too old, or if any of
   * that is gone. Makes the same two calls whichever it is, so that they can't be distinguished.
   *
   * @param link - absent if the link has another form
   */
  shown: async (link: LinkId = NO_LINK): Promise<ShownRequest | undefined> => {
    const { table, partnerId } = store;
    const item = await table.get(requestKey(partnerId, link.externalUId));
    const isGood = isProven(item, link.secret, clock.now());
    const request = requestFrom(isGood ? item : undefined);
    const owner = { partnerId, accountNumber: request.accountNumber };
    const { businessNumber, contactId, surveyId } = request;
    const keys = {
      location: businessKey(partnerId, businessNumber),
      contact: contactKey(owner, contactId),
      survey: surveyKey(owner, surveyId ?? 0),
      ownSources: locationSourcesKey(partnerId, businessNumber),
      sources: accountSourcesKey(partnerId, owner.accountNumber),
    };
    const found = named(await table.batchGet(Object.values(keys)), keys);
    const { location, contact, survey } = found;
    // A location that was loaded again in another account is gone from this one.
    const isThere = location?.accountNumber === request.accountNumber;
    if (!isGood || !location || !isThere || !contact || (surveyId !== undefined && !survey)) return undefined;
    return {
      request,
      business: businessFrom(location),
      contact: contact.contact as Contact,
      sources: reviewSourcesFrom(found.ownSources).sources ?? reviewSourcesFrom(found.sources).sources ?? USUAL_SOURCES,
    };
  },
})) satisfies Opened<unknown>;
