/** Every operation, right and wrong. */

import type { Operation } from '../../../../lib/contract/cases.ts';
import { errors } from '../../../../lib/contract/errors.ts';
import { operations } from '../../../../lib/operations.ts';
import { compile } from '../../../build/validators.ts';
import {
  calls,
  NOBODY,
  type Numbers,
  needs,
  nobody,
  type OperationId,
  ofNobody,
  type SmokeData,
  unknownKey,
  withKey,
} from './calls.ts';
import { check, expectError, type Site, type SmokeCheck, skipped } from './check.ts';

const rightly = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck => {
  const id = operation.id as OperationId;
  const missing = needs[id].filter((name) => data[name] === undefined);
  const name = `${operation.summary}: right`;
  if (missing.length > 0) return skipped(name, `needs ${missing.map((option) => `--${option}`).join(' and ')}`);
  const validate = compile(operation.reply);
  const request = calls[id]({ ...nobody, ...data } as Numbers);
  return check(
    'hold',
    name,
    '200 and the documented reply',
    () => send(withKey(key, request)),
    (reply, body) => {
      if (reply.status !== 200) return false;
      return validate(body) || `the reply differs at ${validate.errors?.[0]?.instancePath || 'its top'}`;
    },
  );
};

/** What every operation refuses, also one that is not known here yet. */
const withoutRight = ({ send }: Site, { method, path, summary }: Operation): SmokeCheck[] => {
  const request = {
    method,
    path: path.replaceAll(/\{\w+\}/g, String(NOBODY)),
    ...(method !== 'GET' && { body: '{}' }),
  };
  return [
    expectError(`${summary}: no key`, errors.keyMissing, () => send(request)),
    expectError(`${summary}: unknown key`, errors.keyInvalid, () => send(withKey(unknownKey, request))),
  ];
};

const wrongly = ({ send, key }: Site, operation: Operation): SmokeCheck[] => {
  const id = operation.id as OperationId;
  const request = calls[id](nobody);
  const { summary } = operation;
  const ofOthers = expectError(`${summary}: a number of nobody`, ofNobody[id], () => send(withKey(key, request)));
  if (!operation.request) return [ofOthers];
  return [
    ofOthers,
    expectError(`${summary}: broken JSON`, errors.invalidRequest, () => send(withKey(key, { ...request, body: '{' }))),
    expectError(`${summary}: a body of 1.5 MB`, errors.bodyTooLarge, () =>
      send(withKey(key, { ...request, body: JSON.stringify({ padding: 'x'.repeat(1_500_000) }) })),
    ),
  ];
};

/** The same link twice is one link. */
const twice = ({ send, key }: Site, data: SmokeData): SmokeCheck => {
  const name = 'Add a competitor aggregation link: the same again';
  if (data.competitor === undefined || data.business === undefined)
    return skipped(name, 'needs --competitor and --business');
  const request = withKey(key, calls.addAggregationLink({ ...nobody, ...data } as Numbers));
  return {
    kind: 'hold',
    name,
    expected: 'the id of the first',
    async run() {
      const ids = [];
      for (let time = 0; time < 2; time++) ids.push((JSON.parse((await send(request)).text) as { id?: unknown }).id);
      return { ok: ids[0] !== undefined && ids[0] === ids[1], result: ids.join(', then ') };
    },
  };
};

export const operationChecks = (site: Site, data: SmokeData): SmokeCheck[] => [
  ...operations.flatMap((operation) => [
    ...(operation.id in calls ? [rightly(site, operation, data), ...wrongly(site, operation)] : []),
    ...withoutRight(site, operation),
  ]),
  twice(site, data),
];
