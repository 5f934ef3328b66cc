/** What the cases of requests need in addition to the demo data: requests of both partners, whose links are known. */
import { requestItem } from '../repository/request.ts';

const HOUR = 3_600_000;

/** The last parts of links: of requests of ours for a review and for a survey, of the other partner's, and of none. */
export const LINKS = {
  review: '412345678901234.0123456789abcdef0123456789abcdef',
  survey: '412345678901235.123456789abcdef0123456789abcdef0',
  foreign: '412345678901236.23456789abcdef0123456789abcdef01',
  nobodys: '412345678901237.3456789abcdef0123456789abcdef012',
} as const;

const partsOf = (link: string) => {
  const [externalUId, secret = ''] = link.split('.');
  return { externalUId: Number(externalUId), secret };
};

const itemOf = (partnerId: string, link: string, about: object, now: number) => {
  const { externalUId, secret } = partsOf(link);
  const numbers = { accountNumber: 700100, businessNumber: 700101, contactId: 41001, templateId: 1 };
  return requestItem(partnerId, { externalUId, ...numbers, ...about, created: now - HOUR }, secret);
};

export const demoRequests = (now: number) => [
  itemOf('orchard', LINKS.review, {}, now),
  itemOf('orchard', LINKS.survey, { surveyId: 750001, templateId: 2 }, now),
  itemOf('harbor', LINKS.foreign, { accountNumber: 800100, businessNumber: 800101, contactId: 43001 }, now),
];
