/** Names the bucket of assets in the same words for every stage, bound to an account and a Region or not. */
import {
  DefaultStackSynthesizer,
  type FileAssetLocation,
  type FileAssetSource,
  Fn,
  type Stack,
  Token,
} from 'aws-cdk-lib';
import { EnvironmentPlaceholders } from 'aws-cdk-lib/cx-api';

/** The name with pseudo parameters in place of what the stack is bound to. */
const unbound = (name: string, { account, region }: Stack): string =>
  Fn.sub(
    name
      .replaceAll(account, EnvironmentPlaceholders.CURRENT_ACCOUNT)
      .replaceAll(region, EnvironmentPlaceholders.CURRENT_REGION),
  );

/**
 * The CDK writes the account and the Region of a bound stage into the name of the bucket, and names a version of a
 * function by a digest of the function's properties. So `bind` would rename all versions, and the next deploy would fail:
 * Lambda makes no version of a function that has not changed.
 */
export class AssetBucket extends DefaultStackSynthesizer {
  override addFileAsset(asset: FileAssetSource): FileAssetLocation {
    const location = super.addFileAsset(asset);
    const { bucketName } = location;
    return Token.isUnresolved(bucketName)
      ? location
      : { ...location, bucketName: unbound(bucketName, this.boundStack) };
  }
}
