/** The part of X-Ray's SDK that `traces.ts` uses; its own types lack what is of Lambda. */
declare module 'aws-xray-sdk-core' {
  export interface Subsegment {
    namespace?: string;
    addAttribute(name: string, data: object): void;
    addErrorFlag(): void;
    addFaultFlag(): void;
    close(): void;
  }
  interface LambdaSegment {
    addNewSubsegment(name: string): Subsegment;
    /** Reads the invocation's trace; subsegments of one that is not sampled are not sent. */
    resolveLambdaTraceData(): void;
  }
  export const getSegment: () => LambdaSegment | undefined;
}
