/** The review links of a competitor, added and removed: each is there or not. */
import { handler } from '../../../functions/competitors/add-aggregation-link.ts';
import { handler as removing } from '../../../functions/competitors/delete-aggregation-link.ts';
import { competitorItem } from '../../../lib/competitors/repository/competitor.ts';
import { linkItem } from '../../../lib/competitors/repository/link.ts';
import { ACCOUNT, NUMBER } from './business.ts';
import type { Draft, Subject } from './subject.ts';

const COMPETITOR = 301;
const URLS = ['one', 'two', 'three'];
const sourceUrlOf = (name: string) => `https://alpha.example/${name}`;

const adding = (name: string): Draft => ({
  text: `link=${name}`,
  records: [name],
  sent: {
    handler,
    path: { compAccountId: String(COMPETITOR), businessNumber: String(NUMBER) },
    body: { sourceAlias: 'alpha', url: sourceUrlOf(name) },
  },
  apply: (state) => ({ ...state, [name]: 'there' }),
  shows: ({ body }, state) => body.sourceUrl === sourceUrlOf(name) && state[name] === 'there',
});

const idOf = (name: string): number => {
  const place = { partnerId: 'p', accountNumber: ACCOUNT, businessNumber: NUMBER, compAccountId: COMPETITOR };
  return Number(linkItem(place, { sourceId: 101, url: sourceUrlOf(name) }).id);
};

const removal = (name: string): Draft => ({
  text: `unlink=${name}`,
  records: [name],
  operation: 'deleteAggregationLink',
  sent: {
    handler: removing,
    path: { compAccountId: String(COMPETITOR), businessNumber: String(NUMBER), aggregationId: String(idOf(name)) },
    body: {},
  },
  apply: (state) => (state[name] === 'there' ? { ...state, [name]: '' } : undefined),
  shows: () => true,
});

export const links: Subject = {
  name: 'links',
  initial: Object.fromEntries(URLS.map((name) => [name, ''])),
  // Each is an item of its own: a late write of one lands, whatever became of the others meanwhile.
  records: Object.fromEntries(URLS.map((name) => [name, [name]])),
  hasVersions: false,
  drafts: [
    [2, ({ pick }) => adding(pick(URLS))],
    [1, ({ pick }) => removal(pick(URLS))],
  ],
  items: (partnerId) => [competitorItem(partnerId, { compAccountId: COMPETITOR, accountNumber: ACCOUNT, name: 'C' })],
  final(items) {
    return Object.fromEntries(
      URLS.map((name) => [name, items.some(({ url }) => url === sourceUrlOf(name)) ? 'there' : '']),
    );
  },
};
