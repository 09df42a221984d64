import type { IConstruct } from 'constructs';

/** API Gateway takes ten calls a second, CloudWatch Logs five for filters; CloudFormation makes all resources of a stack at once by default. */
const AT_ONCE = 5;

/** What one thing that a stack makes begins and ends with. */
export interface Turn {
  begins: IConstruct;
  ends: IConstruct;
}

/** Has a stack make a few at a time: each begins when the fifth before it has ended. */
export const inTurns = (turns: readonly Turn[]): void => {
  for (const [index, { begins }] of turns.entries()) {
    const before = turns[index - AT_ONCE];
    if (before) begins.node.addDependency(before.ends);
  }
};
