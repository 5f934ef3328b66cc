/** Every kind of jobs that connectors carry out. What runs jobs and takes their results goes through this list. */
import { type JobKinds, kindsOf } from './connectors/repository/kinds.ts';
import { messageJobs } from './conversations/repository/message-jobs.ts';
import { postJobs } from './social/repository/post-jobs.ts';

export const jobKinds: JobKinds = kindsOf(postJobs, messageJobs);
