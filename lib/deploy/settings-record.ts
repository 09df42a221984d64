import {
  DescribeTableCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  TagResourceCommand,
  UntagResourceCommand,
  type Tag,
} from '@aws-sdk/client-dynamodb';
import { settingText, type SettingValues } from '../stacks/setting-values.ts';

/** Settings by name, each as one line of text. */
export type SettingTexts = Readonly<Record<string, string>>;

const PREFIX = 'setting:';

export const settingTexts = (values: SettingValues): SettingTexts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, settingText(value)]])),
  );

// Tags allow letters, digits and `+ - = . _ : / @`; `+`, `=` and all other characters are escaped: each byte of their
// UTF-8 as `=` and two hexadecimal digits.
const encode = (text: string): string =>
  text.replaceAll(/[^\w.:/@-]+/g, (part) => Buffer.from(part).toString('hex').replaceAll(/../g, '=$&'));
const decode = (text: string): string => decodeURIComponent(text.replaceAll('=', '%'));

/** The settings of the latest complete deployment, as tags of the environment's table. */
export class SettingsRecord {
  readonly #client = new DynamoDBClient({});
  readonly #tableName: string;

  constructor(tableName: string) {
    this.#tableName = tableName;
  }

  /** The recorded settings; empty for a table that does not exist yet or that was restored. */
  async read(): Promise<SettingTexts> {
    const arn = await this.#arn();
    return arn === undefined ? {} : this.#recorded(arn);
  }

  async write(settings: SettingTexts): Promise<void> {
    const ResourceArn = await this.#arn();
    if (ResourceArn === undefined) return;
    const Tags = Object.entries(settings).map(([name, text]) => ({ Key: `${PREFIX}${name}`, Value: encode(text) }));
    if (Tags.length > 0) await this.#client.send(new TagResourceCommand({ ResourceArn, Tags }));
    const removed = Object.keys(await this.#recorded(ResourceArn)).filter((name) => !Object.hasOwn(settings, name));
    if (removed.length === 0) return;
    const TagKeys = removed.map((name) => `${PREFIX}${name}`);
    await this.#client.send(new UntagResourceCommand({ ResourceArn, TagKeys }));
  }

  close(): void {
    this.#client.destroy();
  }

  async #arn(): Promise<string | undefined> {
    try {
      const { Table } = await this.#client.send(new DescribeTableCommand({ TableName: this.#tableName }));
      return Table?.TableArn;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async #recorded(ResourceArn: string): Promise<SettingTexts> {
    const tags: Tag[] = [];
    let NextToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListTagsOfResourceCommand({ ResourceArn, ...(NextToken === undefined ? {} : { NextToken }) }),
      );
      tags.push(...(page.Tags ?? []));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    return Object.fromEntries(
      tags.flatMap(({ Key = '', Value = '' }) =>
        Key.startsWith(PREFIX) ? [[Key.slice(PREFIX.length), decode(Value)]] : [],
      ),
    );
  }
}
