import * as z from 'zod/mini';
import { lazy } from '../../platform/lazy.ts';
import { commonTotal, METHODS, paymentMethodsFor } from '../../platform/payment-methods.ts';
import { callMollie } from './mollie-client.ts';
import { methodsAtMollie, mollieMethod, toMollieAmount } from './mollie-payment.ts';
import type { OpenSession } from './port.ts';

/** An amount in the smallest currency unit that is within the limits of every currency, but not of every method. */
const AMOUNT = 900_000;

/** A currency (three uppercase letters) and the methods of its payment pages. */
type Offer = Pick<OpenSession, 'methods'> & { currency: string };

const methodList = lazy(() => z.object({ _embedded: z.object({ methods: z.array(z.object({ id: z.string() })) }) }));

/**
 * Why payments with this account are not possible, one sentence each: a company offers methods that Mollie does not
 * support, or that are not activated for its currency. Throws `GatewayUnavailable` for an invalid `key`.
 */
export const mollieFaults = async (key: string, offers: readonly Offer[]): Promise<string[]> => {
  if (offers.length === 0) await activatedMethods(key);
  const faults: string[] = [];
  for (const { currency, methods } of offers) {
    const amount = commonTotal(methods, AMOUNT, currency);
    const offered = paymentMethodsFor(methods, amount, currency);
    const supported = methodsAtMollie(offered);
    const activated = await activatedMethods(key, toMollieAmount(amount, currency));
    for (const type of offered) {
      const { name } = METHODS[type];
      if (!supported.includes(type))
        faults.push(`Mollie does not have ${name}, which a company offers in ${currency}.`);
      else if (!activated.has(mollieMethod(type))) {
        faults.push(`${name} is not activated in ${currency}: activate it at Mollie.`);
      }
    }
  }
  return faults;
};

/** The activated methods of the account, for one amount if given. */
const activatedMethods = async (
  key: string,
  amount?: ReturnType<typeof toMollieAmount>,
): Promise<ReadonlySet<string>> => {
  const query = new URLSearchParams(
    amount ? { 'amount[currency]': amount.currency, 'amount[value]': amount.value } : {},
  );
  const { _embedded } = await callMollie({ method: 'GET', path: `/methods?${query.toString()}`, key }, methodList());
  return new Set(_embedded.methods.map(({ id }) => id));
};
