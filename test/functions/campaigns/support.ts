/** Requests of the operations of campaigns, on accounts of a test's own. */
import { handler as createRequestUrl } from '../../../functions/campaigns/create-request-url.ts';
import { handler as getRequest } from '../../../functions/campaigns/get-request.ts';
import { handler as setDefaultReviewSources } from '../../../functions/campaigns/set-default-review-sources.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 640_000;

export const PAGE = 'https://feedback.shop.example/r';

export interface Shop {
  readonly account: number;
  /** Two locations; the contact is mapped to the first one. */
  readonly location: number;
  readonly other: number;
  readonly contact: number;
  readonly survey: number;
}

/** An account of ours with a page, two locations, a contact with email and phone, and a survey. */
export const newShop = async ({
  page = PAGE,
  contact = {},
}: {
  page?: string | null;
  contact?: object;
} = {}): Promise<Shop> => {
  last += 100;
  const account = last;
  const shop = { account, location: account + 1, other: account + 2, contact: account + 50, survey: account + 60 };
  const place = (businessNumber: number, business: object) => ({
    type: 'business',
    businessNumber,
    accountNumber: account,
    business,
  });
  await bring([
    { type: 'account', accountNumber: account, partnerId: 'ours', name: 'Shops' },
    place(shop.location, { name: 'Shop one', logoUrl: 'https://cdn.example/one.png' }),
    place(shop.other, { name: 'Shop two' }),
    {
      type: 'contact',
      accountNumber: account,
      contact: {
        id: shop.contact,
        firstName: 'Iris',
        email: `iris.${account}@mail.example`,
        phone: `(503) 555-${String(account / 100).slice(-4)}`,
        countryCode: 'US',
        emailOtin: true,
        smsOptin: true,
        mappings: [{ cid: account + 70, businessNumber: shop.location }],
        ...contact,
      },
    },
    {
      type: 'survey',
      accountNumber: account,
      surveyId: shop.survey,
      surveyName: 'How was it?',
      pages: [{ title: 'One', questions: [{ title: 'How?', type: 'nps' }] }],
    },
    ...(page === null ? [] : [{ type: 'reviewSources', accountNumber: account, pageUrl: page }]),
  ]);
  return shop;
};

export const create = (body: unknown, more: Call = {}): Promise<Answer> => call(createRequestUrl, { body, ...more });
export const shown = (requestId: string, more: Call = {}): Promise<Answer> =>
  call(getRequest, { path: { requestId }, ...more });
export const set = (body: unknown, more: Call = {}): Promise<Answer> =>
  call(setDefaultReviewSources, { body, ...more });

/** The last part of a link. */
export const lastOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
export const review = ({ location, contact }: Shop, more: object = {}) => ({
  businessId: location,
  customerId: contact,
  templateId: 1,
  ...more,
});
