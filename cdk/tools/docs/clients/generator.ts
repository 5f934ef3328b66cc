/** What a generator of clients is to the runner: how it is brought, what it makes, and how that is run. */
import { join } from 'node:path';
import { projectRoot } from '../../../build/bundle.ts';
import { type Brought, type Command, command } from '../commands.ts';
import type { Call } from './calls.ts';
import type { Answered } from './typescript.ts';

export interface Generator extends Brought {
  /** Whether its types have one value for null and for what is left out of a response. */
  readonly isNullAbsent?: true;
  /** Writes what else is to be built, where the driver is made for the calls. */
  readonly prepare?: (directory: string, out: string, calls: readonly Call[]) => Promise<void>;
  /** Generates the client in the directory `out`, where `openapi.json` stands, and builds it with its driver. */
  readonly build: (directory: string, out: string) => readonly Command[];
  /** Replays the calls: finds them by `CLIENT_CALLS`, and writes a line for each to the file `CLIENT_RESULTS`. */
  readonly drive: (directory: string, out: string) => Command;
  /** Holds the responses against the types, where no program does at run time. */
  readonly confirm?: (out: string, answered: readonly Answered[]) => Promise<readonly Command[]>;
}

/** The document stands beside the client that is made of it. */
export const documentIn = (out: string): string => join(out, 'openapi.json');

/** A driver that needs nothing made for it. */
export const driver = (name: string): string => join(projectRoot, 'cdk/tools/docs/clients/drivers', name);

const GENERATOR = 'openapi-generator-cli';
const GENERATOR_VERSION = '7.25.0';
/** Brings openapi-generator. */
export const generatorJar = (directory: string) =>
  command('mvn', [
    ...['--batch-mode', '--quiet', 'dependency:copy', `-DoutputDirectory=${directory}`],
    `-Dartifact=org.openapitools:${GENERATOR}:${GENERATOR_VERSION}`,
  ]);
/** Without this property the clients for Java and Go refuse fields that they do not know (docs/partners.md). */
export const TOLERANT = 'disallowAdditionalPropertiesIfNotPresent=false';

/** No tests and pages of each class. */
const PARTS = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
/** Makes a client with openapi-generator, in a folder beside the document. */
export const generate = (directory: string, out: string, folder: string, ...options: string[]) =>
  command('java', [
    ...['-jar', join(directory, `${GENERATOR}-${GENERATOR_VERSION}.jar`), 'generate', '-i', documentIn(out)],
    ...['-o', join(out, folder), '--global-property', PARTS, ...options],
  ]);
