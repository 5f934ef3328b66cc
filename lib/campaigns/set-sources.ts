/** Set default review sources: read, compare, write, and repeat if another request changed some meanwhile. */
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { reviewSourceSets, type SourcesContext, type SourcesWrite } from './repository/review-source-sets.ts';
import { type OwnSources, reviewSourcesFrom, USUAL_SOURCES } from './repository/review-sources.ts';

export interface SourcesCommand {
  readonly accountNumber: number;
  /** Locations of the account, each once. */
  readonly numbers: readonly number[];
  /** Aliases of the catalogue; those of the account if absent. */
  readonly sources: readonly string[] | undefined;
  /** Of the account; `null` removes it. */
  readonly pageUrl: string | null | undefined;
  readonly validateOnly: boolean;
}

type Done = 'done' | { readonly refused: ErrorEntry };

/** What removes the rest of a deleted location begins a second after the deletion: what was written by then it finds. */
const SAFE_MILLISECONDS = 500;

const writesOf = (command: SourcesCommand, { account, locations }: SourcesContext): readonly SourcesWrite[] => {
  const { accountNumber, numbers, sources, pageUrl } = command;
  const stored = reviewSourcesFrom(account);
  const ofAccount: OwnSources = {
    sources: sources ?? stored.sources,
    pageUrl: pageUrl === undefined ? stored.pageUrl : (pageUrl ?? undefined),
  };
  const given = { sources: ofAccount.sources ?? USUAL_SOURCES };
  return [
    { owner: { accountNumber }, before: account, after: ofAccount },
    ...numbers.map((businessNumber) => ({
      owner: { accountNumber, businessNumber },
      before: locations.get(businessNumber),
      after: given,
    })),
  ];
};

const setOnce = async (store: PartnerStore, command: SourcesCommand, isFirst: boolean): Promise<Done | 'changed'> => {
  const { accountNumber, numbers, validateOnly } = command;
  const { context, areCurrent, isChanged, write, keep } = reviewSourceSets(store);
  const since = clock.now();
  const found = await context(accountNumber, { numbers, isFirst });
  if (!found) return { refused: errors.businessInvalid };
  if (found.unknown !== undefined) return { refused: businessUnknown(found.unknown) };
  if (validateOnly) return 'done';
  const writes = writesOf(command, found);
  const same = writes.filter((each) => !isChanged(each)).flatMap(({ before }) => (before ? [before] : []));
  if (isFirst && !(await areCurrent(same))) return 'changed';
  const [first, ...others] = writes.filter(isChanged);
  if (!first) return 'refused' in (await keep(same)) ? 'changed' : 'done';
  if ('refused' in (await write([first, ...others]))) return 'changed';
  const added = [first, ...others].flatMap(({ owner, before }) => (before ? [] : (owner.businessNumber ?? [])));
  if (added.length > 0 && clock.now() - since > SAFE_MILLISECONDS)
    await postCommitCheck(store, { accountNumber }, { added, isNew: false });
  return 'done';
};

/**
 * Sets the review sources of locations, or only validates it.
 *
 * @throws StoreUnavailable; KeyReused
 */
export const setReviewSources = async (store: PartnerStore, command: SourcesCommand): Promise<Done> =>
  store.idempotency?.executed ? 'done' : until<Done>(USUAL_ATTEMPTS, (before) => setOnce(store, command, before === 0));
