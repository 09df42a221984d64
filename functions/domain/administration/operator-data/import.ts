import * as z from 'zod/mini';
import { unavailable } from '../../../platform/errors.ts';
import { PARSING, type Issue } from '../../../platform/parse-issues.ts';
import { ConditionFailed } from '../../../storage/table.ts';
import type { StockMovement } from '../../../storage/audit.ts';
import { TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { keyStatusUpdate } from '../../company/api-keys/rows.ts';
import { agencyLinkKey } from '../../company/companies/rows.ts';
import { requestMoves } from '../../fulfillment/event-reschedule/request.ts';
import { setRemainingWrite } from '../../catalog/stock/adjust.ts';
import { stockKey, type StockRow } from '../../catalog/stock/rows.ts';
import { applyOnSale } from './apply-on-sale.ts';
import { importBrands, brandsToImport } from './import-brand.ts';
import { importTemplates, templatesToImport } from './import-templates.ts';
import { checkOperatorData, restockOwners, type StoredReferences } from './check.ts';
import { countsAlongside } from './code-counts.ts';
import { importChanges, fileChanges, stockChanges, type ImportChange } from './changes.ts';
import { countersOf } from './counters.ts';
import { keyIntents, loginIntents, keyStatusOf } from './credentials.ts';
import { newMintedKeys, shownKeys, type MintedKeys, type PlainKey } from './minted-keys.ts';
import { orderPageChanges, orderPageFaults, publishOrderPages } from './order-pages.ts';
import { eachOnce, OperatorDataError, shapeFaults, type Fault } from './faults.ts';
import { catalogIntents, type Intent } from './rows.ts';
import { Restocks } from './restocks.ts';
import { resetStock, restockedIn, countStockToReset, waitForNewLimits } from './reset-stock.ts';
import { isRestockedWithSeats } from './set-seats.ts';
import { knownWithInvalid, parseValidEntries, withoutHoles } from './parse-valid-entries.ts';
import { operatorDataSchema, type OperatorData } from './schema.ts';
import { companyOfCounter, loadStored, type StoredData } from './stored.ts';
import { currencyFaults, itemCodeFaults, passwordFaults } from './stored-faults.ts';
import { auditImport, importCause } from './audit-import.ts';
import { movedId, movementsAlongside, plannedMovements, type MovementCause } from './stock-movements.ts';
import { textFaults } from './text-faults.ts';
import { commit, writesFor, alsoWrites, type EditVersions } from './write.ts';

export { OperatorDataError } from './faults.ts';
export type { PlainKey } from './minted-keys.ts';

export interface ImportResult {
  /** Keys created by this import, in plain text. They cannot be shown again. */
  mintedKeys: PlainKey[];
  /** Keys whose plain text is known: given in the file, or created now. */
  keys: PlainKey[];
  /**
   * Number of rows written, or in a dry run the number that an import would write, without brands, templates, order
   * pages and on-sale stock.
   */
  changes: number;
  /** What changed, or in a dry run what an import would change. */
  changed: ImportChange[];
}

interface ImportProgress {
  done: number;
  total: number;
}

const ATTEMPTS = 5;
/** Maximum attempts to update keys while other imports change the same companies. */
const ROUNDS = 20;

/**
 * Imports companies, keys, catalog, campaigns and users of an operator data file. Checks everything first. If there are
 * faults, it throws `OperatorDataError` with all of them and imports nothing. Importing the same file again changes
 * nothing. `stock` applies when an option gets its first stock, and when an unlimited option becomes limited again.
 * Other changes to stock require `restock`. A dry run makes the same checks, imports nothing, and returns what an
 * import would change. The checks already store pictures and templates as objects, which are deleted later unless they
 * are imported.
 */
export const importOperatorData = async (
  json: unknown,
  onProgress: (progress: ImportProgress) => void = () => {},
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<ImportResult> => {
  const shape = z.safeParse(operatorDataSchema, json, PARSING);
  const ofText = textFaults(json);
  if (!shape.success || ofText.length > 0) {
    throw new OperatorDataError(eachOnce([...ofText, ...(await allFaults(json, shape.error?.issues ?? []))]));
  }
  const data = shape.data;
  let stored = await loadStored(data);
  const { catalog } = stored;
  // Hashing passwords and decoding pictures take time, so they run concurrently.
  const [{ brands, templates, faults }, logins] = await Promise.all([
    examine(data, stored, stored.known),
    loginIntents(data),
  ]);
  if (faults.length > 0) throw new OperatorDataError(faults);
  const minting = newMintedKeys();
  let moveNow: (() => Promise<void>) | undefined;
  const editVersions: EditVersions = new Map();
  const cause = importCause();
  const restocks = new Restocks();
  let [stockReset, rowsWritten] = [0, 0];
  let isAudited = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const { writes, changed, alongside } = await plan(data, stored, {
        logins,
        minting,
        editVersions,
        cause,
        restocks,
      });
      const changedEntries = [...changed, ...fileChanges(brands, templates), ...(await orderPageChanges(data))];
      const toReset = countStockToReset(data, stored.catalog);
      if (isDryRun) return dryRunResult(data, writes.length, changedEntries, toReset);
      // Runs after planning, because planning throws if DynamoDB would reject a row, and nothing may be written then.
      moveNow ??= await requestMoves(data.events);
      // The import is audited before the first change, so that an interrupted import has an entry, too.
      isAudited ||= await auditImport(data, toReset + writes.length + brands.length + templates.length, cause);
      stockReset += await resetStock(data, stored.catalog);
      const committed = (done: number, group: readonly Write[]): void => {
        rowsWritten += group.length;
        restocks.end(group);
        onProgress({ done, total: writes.length });
      };
      await commit(writes, committed, alongside);
      if (data.companies.length > 0) await settleKeys(data);
      await moveNow();
      const onSaleChanges = await applyOnSale(data, stored.counters, cause, restocks);
      await waitForNewLimits(data, catalog);
      const changes =
        stockReset + writes.length + onSaleChanges + (await importBrands(brands)) + (await importTemplates(templates));
      const published = await publishOrderPages(data);
      if (!isAudited) await auditImport(data, changes + published, cause);
      const mintedKeys = await shownKeys(minting);
      const stock = stockChanges(stockReset, onSaleChanges);
      return {
        mintedKeys,
        keys: [...givenKeys(data), ...mintedKeys],
        changes: changes + published,
        changed: [...changedEntries, ...stock],
      };
    } catch (error) {
      throwUnlessConflict(error, { attempt, isPartlyWritten: stockReset + rowsWritten > 0 });
      stored = await loadStored(data);
    }
  }
};

const throwUnlessConflict = (error: unknown, state: { attempt: number; isPartlyWritten: boolean }): void => {
  if (error instanceof OperatorDataError) error.isPartlyWritten = state.isPartlyWritten;
  if (!(error instanceof TransactionRefused || error instanceof ConditionFailed)) throw error;
  if (state.attempt >= ATTEMPTS) throw overtaken();
};

const dryRunResult = (
  data: OperatorData,
  writes: number,
  changedEntries: readonly ImportChange[],
  stockReset: number,
): ImportResult => ({
  mintedKeys: [],
  keys: givenKeys(data),
  changes: writes + stockReset,
  changed: [...changedEntries, ...stockChanges(stockReset, 0)],
});

/** Faults of shape, and further faults of the valid entries. */
const allFaults = async (json: unknown, issues: readonly Issue[]): Promise<Fault[]> => {
  const readable = parseValidEntries(json);
  const stored = await loadStored(withoutHoles(readable));
  const { faults } = await examine(readable, stored, knownWithInvalid(json, stored.known));
  return [...shapeFaults(issues), ...faults];
};

/** Stores pictures and templates as objects, and collects all faults other than those of shape. */
const examine = async (data: OperatorData, stored: StoredData, known: StoredReferences) => {
  const [{ brands, faults: ofBrands }, { templates, faults: ofTemplates }, ofCurrencies, ofCodes, ofPages] =
    await Promise.all([
      brandsToImport(data, stored.companies),
      templatesToImport(data),
      currencyFaults(data, stored.companies),
      itemCodeFaults(data),
      orderPageFaults(data),
    ]);
  const faults = [
    ...checkOperatorData(data, known),
    ...passwordFaults(data),
    ...ofCurrencies,
    ...ofCodes,
    ...ofPages,
    ...ofBrands,
    ...ofTemplates,
  ];
  return { brands, templates, faults };
};

const givenKeys = (data: OperatorData): PlainKey[] =>
  data.api_keys.flatMap(({ company, label, key }) => (key === undefined ? [] : [{ company, label, key }]));

interface PlanContext {
  logins: Intent[];
  minting: MintedKeys;
  editVersions: EditVersions;
  cause: MovementCause;
  restocks: Restocks;
}

const plan = async (data: OperatorData, stored: StoredData, context: PlanContext) => {
  const { logins, minting, editVersions, cause, restocks } = context;
  const intents = [...catalogIntents(data), ...keyIntents(data, stored, minting), ...logins];
  const listed = restockWrites(data, stored, intents, restocks);
  const restocked = listed.filter(({ counter }) => !isRestockedWithSeats(data, counter));
  const planned = await writesFor(intents, editVersions);
  for (const { write, intent } of planned) restocks.begin(write, intent.row);
  for (const { write, counter } of restocked) restocks.begin(write, counter);
  const movements = await plannedMovements(planned, (company, id) => restockedIn(data, company, id));
  for (const { write, movement } of restocked) {
    const isLimited = [...movements.values()]
      .flat()
      .some(({ company, optionId }) => company === movement.company && optionId === movement.optionId);
    // If this file also limits the option, that change already has a movement with the restocked figure.
    if (!isLimited) movements.set(write, [movement]);
  }
  const counts = countsAlongside(planned);
  const moved = movementsAlongside(movements, cause);
  const also = new Map(planned.map(({ write, intent }) => [write, alsoWrites(intent)]));
  const otherWrites = [...unlinkWrites(data, stored), ...keyStatusWrites(data, stored, intents)];
  return {
    writes: [...[...planned, ...restocked].map(({ write }) => write), ...otherWrites],
    changed: importChanges(data, planned, [...listed.map(({ write }) => write), ...otherWrites]),
    alongside: (group: readonly Write[]) => [
      ...counts(group),
      ...moved(group),
      ...group.flatMap((write) => also.get(write) ?? []),
    ],
  };
};

interface Restock {
  write: Write;
  counter: StockRow;
  movement: StockMovement;
}

/**
 * Writes for counters that the file restocks, except spread counters (apply-on-sale.ts) and those that this import has
 * restocked already. A counter that the file creates starts with the restocked figure.
 */
const restockWrites = (
  data: OperatorData,
  stored: StoredData,
  intents: readonly Intent[],
  restocks: Restocks,
): Restock[] =>
  data.restock.flatMap(({ option, company, remaining }): Restock[] => {
    const owner = company ?? restockOwners(data, stored.known, option)[0];
    const existing = stored.counters.get(option)?.find((row) => companyOfCounter(row) === owner);
    if (existing) {
      if (existing.spread !== undefined || existing.remaining === remaining || restocks.has(existing)) return [];
      const write = setRemainingWrite(existing, remaining);
      const change = { member: 'remaining', before: existing.remaining, after: remaining };
      const movement = { company: companyOfCounter(existing), optionId: movedId(existing), change };
      return [{ write, counter: existing, movement }];
    }
    const counter = countersOf(data).find((entry) => entry.name === option && entry.company === owner);
    if (!counter) return [];
    const key = stockKey(counter.company, counter.productId, counter.optionId);
    const fresh = intents.find(({ row }) => row.pk === key.pk && row.sk === key.sk);
    if (fresh) fresh.row = { ...fresh.row, remaining, putIn: remaining } as Intent['row'];
    return [];
  });

/** Removes the links of agencies to companies that are no longer assigned to them. */
const unlinkWrites = (data: OperatorData, stored: StoredData): Write[] =>
  data.companies.flatMap(({ slug, assigned }) =>
    (stored.companies.get(slug)?.assigned ?? [])
      .filter((other) => !assigned.includes(other))
      .map((other) => ({ remove: agencyLinkKey(slug, other) })),
  );

/**
 * Updates keys that were created after the import read the others. Uses the stored companies instead of the file,
 * because two concurrent imports would otherwise undo each other's changes.
 */
export const settleKeys = async (data: OperatorData): Promise<void> => {
  for (let round = 1; round <= ROUNDS; round++) {
    const writes = keyStatusWrites({ ...data, companies: [] }, await loadStored(data), []);
    if (writes.length === 0) return;
    await commit(writes, () => {});
  }
  throw overtaken();
};

const overtaken = (): Error =>
  unavailable('service_busy', 'Other imports change the same companies again and again. Import the file again.');

/** Updates of keys outside the file, if their own company's status or the companies for which they may act changed. */
const keyStatusWrites = (data: OperatorData, stored: StoredData, intents: readonly Intent[]): Write[] => {
  const inFile = new Set(intents.map(({ row }) => row.pk));
  return stored.keys.flatMap((key): Write[] => {
    const keyStatus = keyStatusOf(key.company, data, stored);
    if (inFile.has(key.pk)) return [];
    if (keyStatus.actsOn.join() === key.actsOn.join() && keyStatus.companyInactive === key.companyInactive) return [];
    return [{ update: keyStatusUpdate(key, keyStatus) }];
  });
};
