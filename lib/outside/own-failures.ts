/** Failures of a connection to someone else that are ours: they say nothing about the other side. Pure. */
import { ResolverFailed } from './resolve.ts';

/** This machine can open nothing more. An address that no route leads to is the other side's. */
const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS']);

export const isOurFailure = (error: Error): boolean =>
  error instanceof ResolverFailed || SHORTAGES.has((error as NodeJS.ErrnoException).code);
