/** What the demo data has of users, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';

const MARTA = 'marta.quill@copperkettle.example';
const TOM = 'tom.wills@copperkettle.example';
const INES = 'ines.roth@brightwater.example';
const UNKNOWN = 'nobody@copperkettle.example';

/** Of account 700100 its one owner, and who may see two locations; the owner of account 700200. */
export const DEMO = { owner: MARTA, viewer: TOM, other: INES, unknown: UNKNOWN } as const;

const THEIRS = 'lena.voss@harborstreet.example';
/** As long as theirs: a message may name a length. */
const NOBODYS = 'lena.vess@harborstreet.example';

/** The other partner's user, and an email that no user has. */
export const foreignEmail = <Name extends string>(name: Name, body?: object) => {
  const request = (value: string) => ({
    parameters: { [name]: value } as { readonly [Each in Name]: string },
    ...(body && { body }),
  });
  return { foreign: request(THEIRS), absent: request(NOBODYS), code: errors.userNotFound.code };
};

/** A list of locations with one of the other partner's, and one with an unknown number. */
export const foreignAccess = (body: object, code: number) => ({
  foreign: { body: { ...body, locationsNumberAccess: [800101] } },
  absent: { body: { ...body, locationsNumberAccess: [899901] } },
  code,
});
