/** Requests of set connectors against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { connectorAt, DEMO, demoConnectors } from './demo.cases.ts';
import type { setConnectors } from './set-connectors.ts';

const own = { channel: 'ALPHA', url: 'https://connect.orchard.example/alpha' };
const sms = { channel: 'SMS', url: 'https://connect.orchard.example/sms' };
const body = { connectors: [own] };

export const setConnectorsCases: Cases<typeof setConnectors> = {
  parameters: { 'x-business-number': 700200 },
  examples: [
    {
      summary: 'The first connectors of an account',
      body: { connectors: [sms, own], auth: { username: 'jobs', password: 'correct horse battery staple' } },
      reply: {
        id: 'con_f0a0_4be1a874356f0d2c',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
        connectors: [connectorAt(own.channel, own.url), connectorAt(sms.channel, sms.url)],
      },
      varies: ['id', 'secret', 'connectors'],
    },
    {
      summary: 'One connector in place of eight: it keeps its id',
      parameters: { 'x-business-number': 700100 },
      body: { connectors: [own] },
      reply: { id: DEMO.set, secret: '', connectors: [{ ...demoConnectors[0], url: own.url }] },
      ofDemo: true,
    },
    { summary: 'None', body: { connectors: [] }, reply: { id: null, secret: '', connectors: [] } },
    {
      summary: 'None in place of eight',
      parameters: { 'x-business-number': 700100 },
      body: { connectors: [] },
      reply: { id: null, secret: '', connectors: [] },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 }, body },
    conflict: { unprovoked: 'test/functions/social/posts.test.ts' },
  },
  invalid: {
    body: { connectors: [{ channel: 'ALPHA', url: 'http://connect.orchard.example/alpha' }] },
    message: 'connectors[0].url must be an https URL',
    violations: [{ pointer: '/connectors/0/url' }],
  },
  foreign: { 'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, body) },
};
