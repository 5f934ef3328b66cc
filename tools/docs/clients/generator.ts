/** A client generator as the runner uses it: how to install it, build a client with it, and run that client. */
import { join } from 'node:path';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { type Command, command, type Installable } from '../commands.ts';
import type { Call } from './calls.ts';
import type { Answered } from './typescript.ts';

export interface Generator extends Installable {
  /** Whether its types have one value for null and for omitted fields of a response. */
  readonly isNullAbsent?: true;
  /** Whether it leaves out null in a request: its users send empty text instead, which the API takes alike. */
  readonly sendsNoNull?: true;
  /** Writes additional sources before the build, if the driver is generated from the calls. */
  readonly prepare?: (directory: string, out: string, calls: readonly Call[]) => Promise<void>;
  /** Generates the client in the directory `out`, where `openapi.json` stands, and builds it with its driver. */
  readonly build: (directory: string, out: string) => readonly Command[];
  /** Replays the calls: finds them by `CLIENT_CALLS`, and writes a line for each to the file `CLIENT_RESULTS`. */
  readonly drive: (directory: string, out: string) => Command;
  /** Checks the responses against the types at compile time, if the client does not at run time. */
  readonly confirm?: (out: string, answered: readonly Answered[]) => Promise<readonly Command[]>;
}

/** The document's path, next to the client generated from it. */
export const documentIn = (out: string): string => join(out, 'openapi.json');

/** The path of a static driver. */
export const driver = (name: string): string => join(projectRoot, 'tools/docs/clients/drivers', name);

const GENERATOR = 'openapi-generator-cli';
const GENERATOR_VERSION = '7.25.0';
/** Installs openapi-generator. */
export const generatorJar = (directory: string) =>
  command('mvn', [
    ...['--batch-mode', '--quiet', 'dependency:copy', `-DoutputDirectory=${directory}`],
    `-Dartifact=org.openapitools:${GENERATOR}:${GENERATOR_VERSION}`,
  ]);
/** Without this property the clients for Java and Go refuse fields that they do not know (docs/partners.md). */
export const TOLERANT = 'disallowAdditionalPropertiesIfNotPresent=false';

/** Generates no tests or pages for each class. */
const PARTS = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
/** Generates a client with openapi-generator, in a folder next to the document. */
export const generate = (directory: string, out: string, folder: string, ...options: string[]) =>
  command('java', [
    ...['-jar', join(directory, `${GENERATOR}-${GENERATOR_VERSION}.jar`), 'generate', '-i', documentIn(out)],
    ...['-o', join(out, folder), '--global-property', PARTS, ...options],
  ]);
