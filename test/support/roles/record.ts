/** What the roles allowed and refused in this worker, until a test or the end of a file asks. */
import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Authority, createAuthority, type Denial, denialText } from '../../../tools/local/iam/authority.ts';
import { functionIdOf, hasFunction, type Roles, readAssemblyRoles } from '../../../tools/local/iam/roles.ts';

interface Known {
  readonly roles: Roles;
  readonly authority: Authority;
}

let usual: Known | undefined;
let sandbox: Promise<Known> | undefined;
let denials: Denial[] = [];
const used = new Set<string>();
/** What else is watched: `rightsUsedBy`. */
let watched: Set<string> | undefined;

const knowing = (roles: Roles): Known => ({ roles, authority: createAuthority(roles, noteRight) });

const ofRun = (): Known => {
  usual ??= knowing(JSON.parse(readFileSync(inject('rolesFile'), 'utf8')));
  return usual;
};

/** The stage that has what only a sandbox offers; made by the first test file that needs it. */
const ofSandbox = async (): Promise<Known> => {
  const { keptVariant } = await import('../kept-assembly.ts');
  const kept = { assembly: inject('assemblyDirectory'), bundles: inject('bundleDirectory') };
  const { directory } = await keptVariant(kept, { stage: 'sandbox', sandbox: true });
  return knowing(await readAssemblyRoles(directory));
};

/** The roles of the template that the run has synthesized. */
export const roles = (): Roles => ofRun().roles;

/** The function of an entry, with the roles among which its own is. */
export interface Deployed extends Known {
  readonly functionId: string;
}

const deployed = new Map<string, Promise<Deployed>>();

/** @throws Error where neither stage has a function of this entry */
export const deployedAs = (entry: string): Promise<Deployed> => {
  const find = async (): Promise<Deployed> => {
    const isUsual = hasFunction(roles(), entry);
    sandbox ??= isUsual ? undefined : ofSandbox();
    const known = isUsual ? ofRun() : await sandbox!;
    return { ...known, functionId: functionIdOf(known.roles, entry) };
  };
  const found = deployed.get(entry) ?? find();
  deployed.set(entry, found);
  return found;
};

/** Notes a right that was used: for the end of the run, which names those that nothing has used. */
export const noteRight = (right: string): void => {
  used.add(right);
  watched?.add(right);
};

/** The rights that functions use while something is done. */
export const rightsUsedBy = async (work: () => Promise<unknown>): Promise<ReadonlySet<string>> => {
  const own = new Set<string>();
  watched = own;
  await work().finally(() => {
    watched = undefined;
  });
  return own;
};

/** Notes a call that was refused: the test fails by it, whatever the function makes of the refusal. */
export const noteDenial = (denial: Denial): void => void denials.push(denial);

/** What was refused since this was asked the last time, in one line each. */
export const takeDenials = (): string[] => {
  const texts = [...new Set(denials.map(denialText))];
  denials = [];
  return texts;
};

/** The rights that were used since this was asked the last time. */
export const takeRights = (): string[] => {
  const all = [...used];
  used.clear();
  return all;
};

/** What the local service takes: its functions' calls count as those of this worker's. */
export const noted = { onDenied: noteDenial, onRightUsed: noteRight } as const;
