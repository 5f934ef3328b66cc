/** Media of the demo data, which data files can't contain: their records, and the bytes of the one that was fetched. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedRequest } from '../../lib/bucket/place.ts';
import { demoMedia } from '../../lib/media/contracts/demo.cases.ts';
import { demoPartner } from './demo.ts';
import type { Service } from './service.ts';

const picture = join(import.meta.dirname, 'demo-patio.jpg');

/** @throws Error if the bucket rejects it */
export const loadDemoMedia = async ({ table, bucket }: Pick<Service, 'table' | 'bucket'>): Promise<void> => {
  const items = demoMedia(Date.now()) as readonly Readonly<Record<string, unknown>>[];
  for (const item of items.filter(({ partnerId }) => partnerId === demoPartner)) {
    if (typeof item.object === 'string') {
      const { url, method, headers } = signedRequest(bucket, {
        method: 'PUT',
        key: item.object,
        headers: { 'Content-Type': 'image/jpeg', 'Content-Disposition': 'attachment' },
      });
      const { host: _, Host: __, ...own } = headers as Record<string, string>;
      const { status } = await fetch(url, { method, headers: own, body: await readFile(picture) });
      if (status !== 200) throw new Error(`The bucket answers ${status} to the demo's picture`);
    }
    await table.put({ Item: item });
  }
};
