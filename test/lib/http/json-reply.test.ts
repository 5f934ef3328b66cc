/** How large a response may be. */
import { describe, expect, it } from 'vitest';
import { getChildBusinesses } from '../../../lib/business/contracts/get-child-businesses.ts';
import { getHierarchy } from '../../../lib/business/contracts/get-hierarchy.ts';
import type { Contract } from '../../../lib/contract/operation.ts';
import { jsonReply } from '../../../lib/http/json-reply.ts';
import { getMenuDetails, responseTooLarge } from '../../../lib/menus/contracts/get-menu-details.ts';

const answer = async (response: unknown, headers = {}, contract: Contract = getMenuDetails) => {
  const request = { event: { headers }, response };
  await jsonReply(contract).after?.(request as never);
  return request.response as { body: string; isBase64Encoded?: boolean };
};

describe('A response', () => {
  it('is measured as it is handed over: its text escaped once more', async () => {
    // 4 million characters of JSON, and 6.3 million of JSON in JSON.
    const quotes = ['"'.repeat(1_600_000)];
    expect(JSON.stringify(quotes).length).toBeLessThan(4_000_000);
    await expect(answer(quotes)).rejects.toMatchObject({ entry: responseTooLarge });
    await expect(answer(quotes, {}, getHierarchy)).rejects.toThrow(/ask for less of it$/);
    await expect(answer(quotes, {}, getChildBusinesses)).rejects.toThrow(/with startIndex and pageSize$/);
    const letters = ['a'.repeat(4_000_000)];
    expect((await answer(letters)).body).toBe(JSON.stringify(letters));
  });

  it('is compressed where it is large and the client takes that, and not else', async () => {
    const large = ['a'.repeat(2_000_000)];
    expect((await answer(large, { 'accept-encoding': 'gzip' })).isBase64Encoded).toBe(true);
    expect((await answer(large)).isBase64Encoded).toBeUndefined();
    expect((await answer(['a'], { 'accept-encoding': 'gzip' })).isBase64Encoded).toBeUndefined();
  });
});
