/**
 * Secrets and personal data: no key, and no name, email or phone of a contact, in anything that the service writes: logs,
 * outputs of the operator's commands, errors, the template and what is deployed with it. What all other parts made it write is
 * searched too, so this part runs last.
 */

import { businessKey } from '../../lib/business/repository/business.ts';
import { contactKey } from '../../lib/contacts/repository/contact.ts';
import { menuKey } from '../../lib/menus/repository/menu.ts';
import { demoKey } from '../../tools/local/demo.ts';
import type { Service } from '../../tools/local/service.ts';
import { runs } from '../support/chosen.ts';
import { KEYS } from '../support/world.ts';
import { chosenOperations } from './chosen.ts';
import { type Fault, type FaultProxy, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import type { Part, Trial } from './part.ts';
import { startRig } from './rig.ts';
import { CONTACT, secretIn, UNKNOWN_KEY } from './secrets-known.ts';
import { ask, BROKEN, REQUESTS, type Request, refusedSamples } from './secrets-requests.ts';
import { searchAssembly, searchCommands, searchRefusals, searchWritten } from './secrets-search.ts';

/** Of so many operations the short form sends the requests that are refused. */
const SHORT_OPERATIONS = runs(1, 2);

/** A partner sees what it owns; an error shows nothing of a contact or of a key, not even of what was sent. */
const searchAnswers = async (
  service: Service,
  trial: Trial,
): Promise<{ asked: number; faults: number; failures: string[] }> => {
  const { size, seed } = trial;
  const failures: string[] = [];
  let [asked, faults] = [0, 0];
  const keys = [KEYS.ours, KEYS.theirs, KEYS.revoked, KEYS.expired, UNKNOWN_KEY, undefined];
  for (const problem of [false, true]) {
    for (const key of keys) {
      for (const [index, request] of REQUESTS.entries()) {
        // The short form asks for each in one of the two forms, and with half of the keys.
        if (size === 'short' && problem !== ((index + seed) % 2 === 0)) continue;
        if (size === 'short' && key !== KEYS.ours && (index + keys.indexOf(key)) % 2 === 0) continue;
        const accept = problem ? 'application/problem+json' : 'application/json';
        const { status, text, headers } = await ask(service, key, {
          ...request,
          headers: { accept, ...request.headers },
        });
        asked++;
        if (status >= 500) faults++;
        const isAnswer = status === 200 && key === KEYS.ours;
        const where = `${status} to ${request.method} ${request.path.split('?')[0]}`;
        failures.push(...secretIn(where, isAnswer ? '' : text), ...secretIn(`headers of ${where}`, headers));
      }
    }
  }
  const key = await demoKey();
  for (const sample of refusedSamples(chosenOperations(trial, 'secrets', SHORT_OPERATIONS), Date.now())) {
    const request = sample(key);
    const { status, text } = await ask(service, key, request);
    asked++;
    if (status !== 200)
      failures.push(...secretIn(`${status} to ${request.method} ${request.path.split('?')[0]}`, text));
  }
  return { asked, faults, failures };
};

/** Records that no import would have written: reading them fails inside a function, with what they hold at hand. */
const breakRecords = async ({ table }: Service): Promise<void> => {
  const owner = { accountNumber: 100, partnerId: 'ours' };
  await table.put({
    Item: {
      ...businessKey('ours', 103),
      ...owner,
      businessNumber: 103,
      'alphaListing.attributes': `${CONTACT.email} {`,
    },
  });
  await table.put({
    Item: { ...menuKey('ours', 103), ...owner, businessNumber: 103, record: `{"owner": ${CONTACT.email}` },
  });
  await table.put({ Item: { ...contactKey(owner, 77_002), ...owner, contact: CONTACT.email } });
};

const loudFaults = faultKinds.filter((fault) => !silences.includes(fault));

export const secrets: Part = {
  name: 'secrets',
  promise: 'No log, template, output, error or trace contains a key, or a contact’s name, email or phone.',
  async run(trial) {
    const logs: string[] = [];
    let fault: Fault | undefined;
    let proxy: FaultProxy | undefined;
    const own: Trial = {
      ...trial,
      written: (text) => {
        logs.push(text);
        trial.written(text);
      },
    };
    const rig = await startRig(own, {
      withDemo: true,
      records: [{ type: 'contact', accountNumber: 100, contact: CONTACT }],
      between: async (engine) => {
        proxy = await startFaultProxy(engine, () => fault);
        return proxy.endpoint;
      },
    });
    const failures: string[] = [];
    let asked = 0;
    let faults = 0;
    try {
      const answers = await searchAnswers(rig, trial);
      failures.push(...answers.failures, ...(await searchCommands(rig)), ...(await searchRefusals(rig)));
      await breakRecords(rig);
      const provoke = async (request: Request) => {
        const { status, text } = await ask(rig, KEYS.ours, request);
        asked++;
        if (status >= 500) faults++;
        if (status !== 200) failures.push(...secretIn(`${status} to ${request.method} ${request.path}`, text));
      };
      for (const request of BROKEN) await provoke(request);
      const kinds = trial.size === 'short' ? loudFaults.slice(0, 3) : loudFaults;
      for (fault of kinds)
        for (const request of trial.size === 'short' ? REQUESTS.slice(0, 2) : REQUESTS) await provoke(request);
      fault = undefined;
      asked += answers.asked;
      faults += answers.faults;
    } finally {
      await rig.close();
      proxy?.stop();
    }
    failures.push(...secretIn('logs', logs.join('\n')));
    if (faults === 0 || !logs.some((text) => text.includes('requestId')))
      failures.push('nothing went wrong, so nothing was logged');
    const assembly = await searchAssembly(trial);
    const written = await searchWritten(trial);
    return {
      tried: `${asked} requests, ${faults} of them answered 5xx, the commands about keys, refused records; ${assembly.files} files of the assembly, ${written.lines} lines written by the parts before.`,
      found: `${failures.length + assembly.failures.length + written.failures.length} secrets.`,
      failures: [...failures, ...assembly.failures, ...written.failures],
    };
  },
};
