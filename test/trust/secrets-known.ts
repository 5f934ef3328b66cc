/** What must not be seen anywhere. */
import { KEYS, world } from '../support/world.ts';

/** A contact whose data differs from everything else. */
export const CONTACT = {
  id: 77_001,
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'zephyrine.quillfeather@mail.example',
  phone: '(503) 555-0193',
  mappings: [{ cid: 77_011, location: 'One', bid: 7, businessNumber: 101 }],
};
export const UNKNOWN_KEY = 'trust-key-that-no-one-has-0001';

const contactsOf = (records: readonly unknown[]) =>
  (records as { type: string; contact?: { email?: string; phone?: string } }[]).flatMap(({ contact }) => contact ?? []);

const digitsOf = (phone: string) => phone.replace(/[^0-9]/g, '');

/** What must not be seen, and the forms in which it would be the same. */
const SECRETS: readonly string[] = [
  ...Object.values(KEYS),
  UNKNOWN_KEY,
  CONTACT.firstName,
  CONTACT.lastName,
  ...[CONTACT, ...contactsOf(world)].flatMap(({ email, phone }) => [
    ...(email ? [email] : []),
    ...(phone ? [phone, digitsOf(phone)] : []),
  ]),
].flatMap((secret) => [secret, Buffer.from(secret).toString('base64').slice(0, -4), encodeURIComponent(secret)]);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Also what an issued key begins with, and any header that holds a key. */
const FORBIDDEN = new RegExp(
  [...new Set(SECRETS)]
    .map(escaped)
    .concat('plk_[\\w-]{20,}', 'x-api-key["\']?\\s*[:=]\\s*\\[?["\'][^"\']{8,}')
    .join('|'),
  'i',
);

/** The first secret in a text, with what stands before it. */
export const secretIn = (where: string, text: string): string[] => {
  const found = FORBIDDEN.exec(text);
  return found ? [`${where}: ${text.slice(Math.max(0, found.index - 80), found.index + found[0].length)}`] : [];
};
