import { expect, it } from 'vitest';
import { validatedPerformance } from '../../../../lib/social/rules/performance-query.ts';

it('a site that is named twice counts once', () => {
  const body = { startDate: '05/01/2026', endDate: '05/31/2026', sourceNames: ['beta', 'ALPHA', 'Beta'] };
  expect(validatedPerformance({ body, cleared: [] }).prepared.sites).toEqual(['ALPHA', 'BETA']);
});
