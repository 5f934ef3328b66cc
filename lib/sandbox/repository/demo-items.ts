/** The demo data of a sandbox as the actions that write it, all of them in one transaction. */
import { businessItem, type LocationType } from '../../business/repository/business.ts';
import { drawNumber } from '../../business/repository/creation.ts';
import { CHANNELS } from '../../connectors/repository/channels.ts';
import { storedConnectors } from '../../connectors/repository/connectors.ts';
import { SANDBOX_URL } from '../../connectors/repository/sandbox-url.ts';
import { contactActions } from '../../contacts/repository/change.ts';
import type { Contact } from '../../contacts/repository/contact.ts';
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type MenuRecord, menuItem } from '../../menus/repository/menu.ts';
import { type AccountDetails, accountItem, ownerItem } from '../../partners/repository/account.ts';
import { type Question, questionItem } from '../../qna/repository/question.ts';
import type { ReviewAnalysis } from '../../reviews/repository/analysis.ts';
import { type Review, reviewItem } from '../../reviews/repository/review.ts';
import { type Channel, channelItem } from '../../social/repository/channel.ts';
import { drawSecret, secretsItem } from '../../subscriptions/repository/secrets.ts';
import { drawConnectorsId, subscriptionItem } from '../../subscriptions/repository/subscription.ts';
import { enterAction } from '../../surveys/repository/packed-index.ts';
import { responseItem, type SurveyResponse } from '../../surveys/repository/response.ts';
import { rowAction, type Survey, surveyItem } from '../../surveys/repository/survey.ts';
import { locationTotalAction, totalAction } from '../../surveys/repository/totals.ts';
import demo from './demo.json' with { type: 'json' };

const IF_NEW = 'attribute_not_exists(pk)';

const putNew = (item: Item): Action => ({ Put: { Item: item, ConditionExpression: IF_NEW } });

/** Records of the demo's own file (`npm start`), a small part of them; its numbers stand for those that are drawn. */
const { account, locations, menus, contacts, questions, survey, responses, reviews, channels } = demo as unknown as {
  readonly account: AccountDetails;
  readonly locations: readonly {
    readonly businessNumber: number;
    readonly bid: number;
    readonly mapsCategoryId?: string;
    readonly businessType: LocationType;
    readonly hierarchy: Readonly<Record<string, string>>;
    readonly profile: Readonly<Record<string, unknown>>;
  }[];
  readonly menus: readonly { readonly businessNumber: number; readonly record: MenuRecord }[];
  readonly contacts: readonly Contact[];
  readonly questions: readonly Question[];
  readonly survey: Survey;
  readonly responses: readonly Omit<SurveyResponse, 'accountNumber'>[];
  readonly reviews: readonly (Review & ReviewAnalysis)[];
  readonly channels: readonly Omit<Channel, 'partnerId' | 'accountNumber'>[];
};

/** What a reset answers. */
export interface Loaded {
  readonly accountNumber: number;
  readonly accountName: string;
  readonly locations: readonly { readonly businessNumber: number; readonly name: string }[];
  readonly contactIds: readonly number[];
  readonly surveyIds: readonly number[];
}

/** The demo data at numbers that are drawn by `draw`: those of the account and of its locations. */
const placedBy = (draw: () => number): Loaded => ({
  accountNumber: draw(),
  accountName: account.name,
  locations: locations.map(({ profile }) => ({ businessNumber: draw(), name: String(profile.name) })),
  contactIds: contacts.map(({ id }) => id),
  surveyIds: [survey.surveyId],
});

/** Where a load would put it: each number that would be drawn is 0. */
export const unplaced = (): Loaded => placedBy(() => 0);

export const drawPlace = (): Loaded => placedBy(drawNumber);

/** A connector for each channel, which the sandbox answers itself. */
const connectorItems = (owner: { readonly partnerId: string; readonly accountNumber: number }, createdAt: string) => {
  const { partnerId, accountNumber } = owner;
  const id = drawConnectorsId(accountNumber);
  const webhooks = storedConnectors(
    CHANNELS.map((channel) => ({ channel, url: SANDBOX_URL })),
    [],
  );
  const set = { id, ...owner, businessId: accountNumber, kind: 'connectors' as const, webhooks, createdAt };
  return [subscriptionItem(set), secretsItem(partnerId, id, { secrets: [{ value: drawSecret() }], auth: null })];
};

/** All items that a load puts. They are new, at numbers that are not taken, and no two have one key. */
export const demoActions = (partnerId: string, loaded: Loaded): readonly Action[] => {
  const { accountNumber } = loaded;
  const owner = { partnerId, accountNumber };
  const drawn = new Map(
    locations.map(({ businessNumber }, index) => [businessNumber, loaded.locations[index]!.businessNumber]),
  );
  const at = <Record extends { readonly businessNumber: number }>(record: Record): Record => ({
    ...record,
    businessNumber: drawn.get(record.businessNumber)!,
  });
  const origin = { createdAt: new Date(clock.now()).toISOString() };
  const mark = nextMark();
  const totals = Map.groupBy(responses.map(at), ({ businessNumber }) => businessNumber);
  return [
    putNew(ownerItem('account', accountNumber, partnerId)),
    putNew(accountItem({ ...owner, ...account, ...origin })),
    ...locations
      .map(at)
      .flatMap((location) => [
        putNew(ownerItem('business', location.businessNumber, partnerId)),
        putNew(businessItem(partnerId, { ...location, ...origin, accountNumber, listingFixed: false })),
      ]),
    ...menus.map((menu) => putNew(menuItem(partnerId, { ...at(menu), accountNumber }))),
    ...contacts.flatMap((contact) => {
      const mappings = contact.mappings?.map((mapping) => at(mapping as typeof mapping & { businessNumber: number }));
      return contactActions({ owner, before: undefined, after: { ...contact, ...(mappings && { mappings }) }, mark });
    }),
    ...questions.map((question) => {
      const businessNumbers = question.businessNumbers.map((number) => drawn.get(number)!);
      return putNew(questionItem(owner, { ...question, businessNumbers }));
    }),
    putNew(surveyItem(owner, survey)),
    rowAction(owner, survey),
    ...responses.map(at).flatMap((response) => {
      const item = responseItem(owner, { ...response, accountNumber });
      return [putNew(item), enterAction(owner, { ...response, accountNumber }, Number(item.bytes))];
    }),
    ...[...totals].flatMap(([businessNumber, { length }]) => {
      const counted = { surveyId: survey.surveyId, businessNumber };
      return [totalAction(owner, counted, length), locationTotalAction(owner, counted, length)];
    }),
    ...reviews.map((review) => putNew(reviewItem(partnerId, { ...at(review), accountNumber }))),
    ...connectorItems(owner, origin.createdAt).map(putNew),
    ...channels.map((channel) => putNew(channelItem({ ...at(channel), ...owner }))),
  ];
};
