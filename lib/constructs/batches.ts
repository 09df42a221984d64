import type { IConstruct } from 'constructs';

/**
 * API Gateway accepts ten calls a second, CloudWatch Logs five for filters; by default CloudFormation creates all
 * resources of a stack concurrently.
 */
const CONCURRENT_UNITS = 5;

/** First and last resource of one unit. */
export interface DeployUnit {
  begins: IConstruct;
  ends: IConstruct;
}

/** Limits concurrency within a stack: each unit begins when the fifth before it has ended. */
export const deployInBatches = (units: readonly DeployUnit[]): void => {
  for (const [index, { begins }] of units.entries()) {
    const before = units[index - CONCURRENT_UNITS];
    if (before) begins.node.addDependency(before.ends);
  }
};
