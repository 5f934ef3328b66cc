/** A first deploy that fails at its very end, and the one after it (docs/recovery.md, the first deploy failed). */
import { prepare } from './assembly.ts';
import { admin, deploy, destroy } from './cdk.ts';
import { dataOf, engineMissing } from './engine.ts';
import { endOf, type Part, stackOf, type Trial } from './trial.ts';

const STACK = 'PartnerListingApi-first';

/** Made after all else, and refused: the engine knows no metric math, where AWS might say that a quota is used up. */
export const withWhatFails = (template: { Resources: Record<string, unknown> }): void => {
  const DependsOn = Object.keys(template.Resources);
  const MetricStat = { Metric: { Namespace: 'None', MetricName: 'none' }, Period: 60, Stat: 'Sum' };
  template.Resources.Refused = {
    Type: 'AWS::CloudWatch::Alarm',
    DependsOn,
    Properties: {
      ComparisonOperator: 'GreaterThanThreshold',
      EvaluationPeriods: 1,
      Threshold: 1,
      Metrics: [{ Id: 'none', MetricStat }],
    },
  };
};

/** The engine makes a table again where AWS changes it in place: here the stack's own protection alone is tried. */
const withTableAsItWas = (template: { Resources: Record<string, { Type: string; Properties: Replicated }> }): void => {
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === 'AWS::DynamoDB::GlobalTable')
      for (const replica of Properties.Replicas) replica.DeletionProtectionEnabled = false;
};
interface Replicated {
  readonly Replicas: { DeletionProtectionEnabled: boolean }[];
}

const ours = async ({ engine }: Trial) => {
  const { tables, buckets, logGroups } = await dataOf(engine);
  const isOurs = (name: string) => name.toLowerCase().includes(STACK.toLowerCase());
  return { tables: tables.filter(isOurs), buckets: buckets.filter(isOurs), logGroups: logGroups.filter(isOurs) };
};

const countOf = (data: Awaited<ReturnType<typeof ours>>): number => Object.values(data).flat().length;

export const firstDeployPart: Part = {
  name: 'first deploy',
  needsEngine: true,
  missing: engineMissing,
  async run(trial) {
    const { engine, bundles, expect, say } = trial;
    const context = { stage: 'first' };
    const broken = await prepare({
      engine,
      directory: trial.folder('broken'),
      bundles,
      context,
      change: withWhatFails,
    });
    const failed = await deploy(engine, broken.directory);
    expect('the first deploy fails', failed.status !== 0, endOf(failed.text));
    expect('after the table was made', /CREATE_COMPLETE\s+\| AWS::DynamoDB::GlobalTable/.test(failed.text));
    const stack = await stackOf(trial, STACK);
    expect('it is rolled back', stack?.status === 'ROLLBACK_COMPLETE', stack?.status);
    expect('it is not protected', stack?.isProtected === false);
    const rest = await ours(trial);
    expect('nothing of a retained stage is left', countOf(rest) === 0, rest);
    const looked = await admin(engine, 'preflight', '--stage', 'first', '-c', 'accessLogs=false');
    expect(
      'preflight says that the next one begins again',
      looked.status === 0 && /WARN {2}stack: /.test(looked.text),
      looked.text,
    );

    const good = await prepare({ engine, directory: trial.folder('good'), bundles, context });
    const second = await deploy(engine, good.directory);
    expect('the same command then deploys it', second.status === 0, endOf(second.text));
    expect('it is whole', (await stackOf(trial, STACK))?.status === 'CREATE_COMPLETE');

    const guarded = await prepare({
      engine,
      directory: trial.folder('guarded'),
      bundles,
      // It also caps the readers of the stream, which are in a nested stack.
      context: { ...context, protectedStages: 'first' },
      change: withTableAsItWas,
    });
    const third = await deploy(engine, guarded.directory);
    expect(
      'its protection is turned on',
      third.status === 0 && (await stackOf(trial, STACK))?.isProtected === true,
      endOf(third.text),
    );
    await destroy(engine, guarded.directory);
    expect("then it can't be destroyed", (await stackOf(trial, STACK))?.isProtected === true);
    await deploy(engine, good.directory);
    const gone = await destroy(engine, good.directory);
    expect('without it, it can', (await stackOf(trial, STACK)) === undefined, endOf(gone.text));
    const kept = await ours(trial);
    expect(
      'its data is kept',
      kept.tables.length === 1 && kept.buckets.length === 1 && kept.logGroups.length > 1,
      kept,
    );
    say(`kept: ${kept.tables.length} table, ${kept.buckets.length} bucket, ${kept.logGroups.length} log groups`);
  },
};
