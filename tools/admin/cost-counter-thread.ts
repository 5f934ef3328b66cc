/** Runs the counter in a thread of its own, whose processor time is none of the functions'. */
import { parentPort, workerData } from 'node:worker_threads';
import { startCounter } from './cost-counter.ts';

const counter = await startCounter((workerData as { readonly endpoint: string }).endpoint);
parentPort?.postMessage(counter.endpoint);
parentPort?.on('message', () => parentPort?.postMessage(counter.take()));
