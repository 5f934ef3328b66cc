/** Requests that are sent to the contact: one message, of the template's text, in the transaction of the request. */
import { beforeAll, expect, it } from 'vitest';
import { messageOf } from '../../../lib/campaigns/rules/message.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { create, newShop, review, type Shop } from './support.ts';

beforeAll(() => openWorld());

const shopOf = async (contact: object = {}, channels = ['SMS', 'EMAIL']): Promise<Shop> => {
  const shop = await newShop({ contact });
  const secret = 'whsec_dGVzdC1zZWNyZXQtb2YtdGhlLXNob3AtY29ubmVjdG8=';
  await bring(
    channels.map((channel) => ({
      type: 'connector',
      accountNumber: shop.account,
      channel,
      url: `https://connect.example/${channel.toLowerCase()}`,
      secret,
    })),
  );
  return shop;
};

const itemsOf = async (shop: Shop, kind: string): Promise<Item[]> =>
  (await scan()).filter(({ type, accountNumber }) => type === kind && accountNumber === shop.account);

it('sends a text message and an email over the conversation, as a campaign', async () => {
  const shop = await shopOf({ firstName: 'Iris {{url}}' });
  const sms = await create(review(shop, { sendVia: 'SMS' }));
  expect(sms.status).toBe(200);
  const email = await create({
    businessId: shop.location,
    customerId: shop.contact,
    surveyId: shop.survey,
    sendVia: 'email',
  });
  const messages = await itemsOf(shop, 'message');
  const shown = messages.map(({ messageId, channel, isCampaign, text, subject }) => [
    messageId,
    channel,
    isCampaign,
    subject,
    text,
  ]);
  expect(shown).toHaveLength(2);
  expect(shown).toContainEqual([
    sms.body.messageId,
    'SMS',
    true,
    undefined,
    `Hi Iris {{url}}, thank you for visiting Shop one. Would you tell others how it was? ${sms.body.url}`,
  ]);
  expect(shown).toContainEqual([
    email.body.messageId,
    'EMAIL',
    true,
    'A few questions about Shop one',
    expect.stringContaining(`\n\n${email.body.url}\n\n`),
  ]);
  expect(await itemsOf(shop, 'conversation')).toHaveLength(1);
  expect(await itemsOf(shop, 'job')).toHaveLength(2);
  const kinds = (await itemsOf(shop, 'contactActivity')).map((item) => item.kinds);
  expect(kinds.toSorted()).toEqual([['conversation', 'requested'], ['requested']]);
});

it('calls a contact without a first name there', async () => {
  const shop = await shopOf({ firstName: ' ' });
  await create(review(shop, { sendVia: 'sms' }));
  expect((await itemsOf(shop, 'message'))[0]?.text).toMatch(/^Hi there, /);
});

it('has one line of subject, whatever a data file calls the contact', () => {
  const email = { subject: 'Thanks, {{firstName}} ', text: '{{firstName}} {{url}}' };
  const firstName = ' Iris\r\nBcc: x@y.example\u2028\u202e\u0007';
  const filling = { firstName, businessName: 'Shop one', url: 'u' };
  expect(messageOf({ templateId: 1, name: 'T', kind: 'review', sms: '', email }, 'EMAIL', filling)).toEqual({
    channel: 'EMAIL',
    subject: 'Thanks, Iris Bcc: x@y.example',
    text: `${firstName.trim()} u`,
  });
});

it('is refused as a campaign message is, and writes nothing then', async () => {
  const invalid = (message: string) => refused(400, 400, message);
  for (const [contact, sendVia, channels, answer] of [
    [{ phone: '', smsOptin: false }, 'sms', [], refused(400, 1246)],
    [{ email: '', emailOtin: false }, 'email', [], refused(400, 1246)],
    [{ smsOptin: false }, 'sms', [], invalid('The contact has opted out of SMS')],
    [{ emailOtin: false }, 'email', ['SMS'], invalid('The contact has opted out of EMAIL')],
    [{}, 'sms', ['EMAIL'], invalid('channel has no connector')],
    [{ blocked: true, smsOptin: false }, 'sms', [], refused(400, 5046)],
  ] as const) {
    const shop = await shopOf(contact, [...channels]);
    expect([contact, await answerOf(create(review(shop, { sendVia })))]).toEqual([contact, answer]);
    expect([...(await itemsOf(shop, 'request')), ...(await itemsOf(shop, 'message'))]).toEqual([]);
    expect((await create(review(shop, { sendVia: 'none' }))).status).toBe(contact && 'blocked' in contact ? 400 : 200);
  }
});

it('lets 20 wait behind the first', async () => {
  const shop = await shopOf();
  for (let sent = 0; sent < 21; sent++) expect((await create(review(shop, { sendVia: 'sms' }))).status).toBe(200);
  expect(await answerOf(create(review(shop, { sendVia: 'sms' })))).toEqual(
    refused(409, 409, '20 messages wait in this conversation already; send the message once one of them has left'),
  );
  expect(await itemsOf(shop, 'request')).toHaveLength(21);
});

it('sends one message under a key, of any number at once, and none in a dry run', async () => {
  const shop = await shopOf();
  const body = review(shop, { sendVia: 'sms' });
  const dry = await create(body, { query: { validateOnly: 'true' } });
  expect(dry.body).toEqual({ externalUId: 0, url: '', messageId: '0' });
  expect(await itemsOf(shop, 'message')).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 12 }, () => create(body, under(`send-${shop.account}`))));
  expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect([(await itemsOf(shop, 'message')).length, (await itemsOf(shop, 'request')).length]).toEqual([1, 1]);
});
