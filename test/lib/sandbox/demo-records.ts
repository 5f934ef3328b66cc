/** The demo data of a sandbox, as the demo's own file has it: of account 700100 three locations and what belongs to them. */

import { businessFrom } from '../../../lib/business/repository/business.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { accountFrom } from '../../../lib/partners/repository/account.ts';
import { questionFrom } from '../../../lib/qna/repository/question.ts';
import { analysisIn } from '../../../lib/reviews/repository/analysis.ts';
import { REVIEW_FIELDS, reviewFrom } from '../../../lib/reviews/repository/review.ts';
import { channelFrom } from '../../../lib/social/repository/channel.ts';
import { responseFrom } from '../../../lib/surveys/repository/response.ts';
import { surveyFrom } from '../../../lib/surveys/repository/survey.ts';
import { scanItems } from '../../../tools/data/commands/scan.ts';

const ACCOUNT = 700100;
const LOCATIONS = [700101, 700102, 700103];
/** Responses are about one location: so each total is one item, and all of it fits into one transaction. */
const RESPONSES = [770201, 770202, 770203, 770204, 770205, 770206];
const SURVEY = 750001;
const MOST_REVIEWS = 3;

/** Without fields of an account, which a sandbox has none of. */
const profileOf = (item: Item) => {
  const { customFields: _, ...profile } = businessFrom(item).profile;
  return profile;
};

const channelOf = (item: Item) => {
  const { businessNumber, socialSite, status, channelId, channelName, connectedAt, disconnectedAt, reason } =
    channelFrom(item);
  return { businessNumber, socialSite, status, channelId, channelName, connectedAt, disconnectedAt, reason };
};

/** What `lib/sandbox/repository/demo.json` has to hold, from a table with the demo data. */
export const demoRecords = async (table: Table) => {
  const items: Item[] = [];
  for await (const item of scanItems(table as Parameters<typeof scanItems>[0])) items.push(item);
  const of = (type: string) => items.filter((item) => item.type === type);
  const account = accountFrom(of('account').find(({ accountNumber }) => accountNumber === ACCOUNT)!);
  const locations = LOCATIONS.map((number) => of('business').find(({ businessNumber }) => businessNumber === number)!);
  const ofAccount = (type: string) => of(type).filter(({ accountNumber }) => accountNumber === ACCOUNT);
  const ofLocations = (type: string) =>
    ofAccount(type).filter(({ businessNumber }) => LOCATIONS.includes(Number(businessNumber)));
  const sortedBy = (name: string, all: readonly Item[]) => all.toSorted((a, b) => (a[name]! < b[name]! ? -1 : 1));
  const reviews = LOCATIONS.flatMap((number) =>
    sortedBy(
      'reviewDate',
      ofLocations('review').filter(({ businessNumber }) => businessNumber === number),
    ).slice(-MOST_REVIEWS),
  ).map((item) => {
    const review = reviewFrom(item);
    const fields = REVIEW_FIELDS.flatMap((name) => (review[name] === undefined ? [] : [[name, review[name]]]));
    return { ...Object.fromEntries(fields), ...analysisIn(item) };
  });
  return {
    account: {
      name: account.name,
      businessType: account.businessType,
      hierarchyLevels: account.hierarchyLevels,
      websiteUrl: account.websiteUrl,
    },
    locations: locations.map((item) => {
      const { businessNumber, bid, mapsCategoryId, businessType, hierarchy } = businessFrom(item);
      return { businessNumber, bid, mapsCategoryId, businessType, hierarchy, profile: profileOf(item) };
    }),
    menus: sortedBy('businessNumber', ofLocations('menu'))
      .slice(0, 1)
      .map((item) => ({ businessNumber: Number(item.businessNumber), record: JSON.parse(String(item.record)) })),
    contacts: ofAccount('contact')
      .map(
        ({ contact }) => contact as { readonly id: number; readonly mappings?: readonly { businessNumber?: number }[] },
      )
      .filter(({ mappings = [] }) => mappings.every(({ businessNumber }) => LOCATIONS.includes(businessNumber ?? 0)))
      .toSorted((a, b) => a.id - b.id)
      .slice(0, 3),
    questions: ofAccount('qna')
      .map(questionFrom)
      .map(({ version: _, item: __, ...question }) => question)
      .toSorted((a, b) => a.id - b.id),
    survey: surveyFrom(ofAccount('survey').find(({ surveyId }) => surveyId === SURVEY)!),
    responses: of('surveyResponse')
      .filter(({ responseId }) => RESPONSES.includes(Number(responseId)))
      .map(responseFrom)
      .toSorted((a, b) => a.responseId - b.responseId)
      .map(({ accountNumber: _, ...response }) => response),
    reviews,
    channels: sortedBy(
      'socialSite',
      ofLocations('channel').filter(({ businessNumber }) => businessNumber === LOCATIONS[0]),
    ).map(channelOf),
  };
};
