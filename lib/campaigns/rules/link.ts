/** The link of a request: the address of a page, and what only whoever has the link knows. Pure. */
import { absoluteUrl } from '../../contract/atoms.ts';

/** The most characters of the address of a page. */
export const LONGEST_PAGE_URL = 200;

/** The address of a page, in a request and in the context of a deployment: the link is put behind it. */
export const PAGE_URL = `^(?=[hH][tT][tT][pP][sS]://[^?#]*$)${absoluteUrl.pattern.slice(1)}`;

/** What a link names, and what proves that it was given by us: 32 hexadecimal digits. */
export interface LinkId {
  readonly externalUId: number;
  readonly secret: string;
}

export const SECRET_DIGITS = 32;

const FORM = new RegExp(`^([1-9][0-9]{0,15})\\.([0-9a-f]{${SECRET_DIGITS}})$`);

/** The last part of a link; `undefined` where it has another form. */
export const linkIdIn = (text: string): LinkId | undefined => {
  const [, digits, secret] = FORM.exec(text) ?? [];
  const externalUId = Number(digits);
  return secret !== undefined && Number.isSafeInteger(externalUId) ? { externalUId, secret } : undefined;
};

/** @param page - the address of the page; slashes at its end are no part of it */
export const linkOf = (page: string, { externalUId, secret }: LinkId): string =>
  `${page.replace(/\/+$/, '')}/${externalUId}.${secret}`;
