import { expect, it } from 'vitest';
import { validatedReplay } from '../../../../lib/subscriptions/rules/replay.ts';

const checked = (body: Record<string, unknown>) => validatedReplay({ body, cleared: [] }, 99);

it('looks for no text that is no id of a delivery, and for each id once', () => {
  const id = 'dlv_1790000000000_4be1a874356f0d2c';
  expect(checked({ deliveryIds: [id, 'REPLAY#1', id, `${id} `, id.toUpperCase()] })).toEqual({
    prepared: { deliveryIds: [id] },
    violations: [],
  });
});

it('ends now where nothing is said', () => {
  expect(checked({ from: 5 }).prepared).toEqual({ from: 5, to: 99 });
  expect(checked({ from: 5, to: 7 }).prepared).toEqual({ from: 5, to: 7 });
});
