/** A contact whose record has no room for anything more. */
import { MAX_RECORD_BYTES } from '../../lib/dynamodb/table/record-size.ts';
import { bring, scan } from './opened-world.ts';

/** Puts it into an account; with this email. */
export const fullContact = async (accountNumber: number, id: number, email: string): Promise<void> => {
  const line = (length: number) => ({
    type: 'contact',
    accountNumber,
    contact: {
      ...{ id, firstName: 'Fay', email },
      customFields: Array.from({ length: 20 }, (_, at) => ({
        ...{ fieldName: `f${at}`, type: 'text' },
        fieldValue: 'x'.repeat(at === 0 ? length : 6500),
      })),
    },
  });
  await bring([line(1)]);
  const found = (await scan()).find(({ type, contact }) => type === 'contact' && (contact as { id: number }).id === id);
  await bring([line(1 + MAX_RECORD_BYTES - Number(found?.bytes))]);
};
