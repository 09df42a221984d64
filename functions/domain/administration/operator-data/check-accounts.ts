import { catalog } from '../../../platform/messages/catalog.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

/** Revenue and VAT may each have at most one account per rate. */
export const checkAccounts = ({ companies }: OperatorData): Fault[] =>
  companies.flatMap(({ accounts }, at) =>
    (['revenue', 'vat'] as const).flatMap((name) =>
      (accounts?.[name] ?? []).flatMap(({ vat_rate: rate }, index, all) =>
        all.findIndex(({ vat_rate: other }) => other === rate) === index
          ? []
          : [
              {
                path: jsonPath(['companies', at, 'accounts', name, index, 'vat_rate']),
                message: catalog('line_repeated', { member: 'vat_rate' }),
              },
            ],
      ),
    ),
  );
