/** The review links of a competitor, written by add aggregation link: each is there or not. */
import { handler } from '../../../functions/competitors/add-aggregation-link.ts';
import { competitorItem } from '../../../lib/competitors/repository/competitor.ts';
import { ACCOUNT, NUMBER } from './business.ts';
import type { Draft, Subject } from './subject.ts';

const COMPETITOR = 301;
const URLS = ['one', 'two', 'three'];
const sourceUrlOf = (name: string) => `https://alpha.example/${name}`;

const adding = (name: string): Draft => ({
  text: `link=${name}`,
  sent: {
    handler,
    path: { compAccountId: String(COMPETITOR), businessNumber: String(NUMBER) },
    body: { sourceAlias: 'alpha', url: sourceUrlOf(name) },
  },
  apply: (state) => ({ ...state, [name]: 'there' }),
  shows: ({ body }, state) => body.sourceUrl === sourceUrlOf(name) && state[name] === 'there',
});

export const links: Subject = {
  name: 'links',
  initial: Object.fromEntries(URLS.map((name) => [name, ''])),
  records: { links: URLS },
  hasVersions: false,
  drafts: [[1, ({ pick }) => adding(pick(URLS))]],
  items: (partnerId) => [competitorItem(partnerId, { compAccountId: COMPETITOR, accountNumber: ACCOUNT, name: 'C' })],
  final(items) {
    return Object.fromEntries(
      URLS.map((name) => [name, items.some(({ url }) => url === sourceUrlOf(name)) ? 'there' : '']),
    );
  },
};
