import { management } from '../../../platform/messages/management.ts';
import { Message, type Text } from '../../../platform/messages/message.ts';
import { issueMessage, type Issue } from '../../../platform/parse-issues.ts';

/** A fault of the file: its path (`$.companies[0].contract.checkout`) and message. */
export interface Fault {
  path: string;
  message: Text;
}

/** Thrown if the file has faults. */
export class OperatorDataError extends Error {
  readonly faults: Fault[];
  /** Set if other entries were written before a conflict with a change through the API or the desk. */
  isPartlyWritten = false;
  constructor(faults: Fault[]) {
    super(faults.map(({ path, message }) => `${path}: ${String(message)}`).join('\n'));
    this.name = 'OperatorDataError';
    this.faults = faults;
  }
}

/** Removes duplicates: two checks may report the same unknown member. */
export const eachOnce = (faults: readonly Fault[]): Fault[] => [
  ...new Map(faults.map((fault) => [`${fault.path} ${String(fault.message)}`, fault])).values(),
];

/** A JSON path: `$.events[2].options[0].id`; names that are not identifiers are in brackets. */
export const jsonPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = String(step);
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`;
  }, '$');

/** Faults of the file's shape: wrong types, missing and unknown members. */
export const shapeFaults = (issues: readonly Issue[]): Fault[] =>
  issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: jsonPath([...issue.path, key]),
        message: management('member_unknown'),
      }));
    }
    if (issue.code === 'invalid_union') {
      const message = issue.path.at(-1) === 'applies_to' ? APPLIES_TO : 'This is not valid.';
      return [{ path: jsonPath(issue.path), message }];
    }
    return [{ path: jsonPath(issue.path), message: aboutMember(issueMessage(issue)) }];
  });

/** Messages about a file use the word "member" instead of "field". */
const aboutMember = (text: Text): Text =>
  text instanceof Message && text.id === 'required' ? management('member_required') : text;

const APPLIES_TO = 'This must be "gift_card" or {"experience": <id>}.';
