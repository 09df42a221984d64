import { renderLabels, type Label } from '../../adapters/pdf/labels.ts';
import { readShipments } from '../../domain/fulfillment/shipments/list.ts';
import type { ShipmentRow } from '../../domain/fulfillment/shipments/rows.ts';
import { invalid } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { SHIPMENT_TEXTS } from '../texts/shipments.ts';
import type { DeskVisit } from '../visit.ts';
import { shipmentsPageOf } from './pages/shipments.ts';
import { deskPrintLabels } from './routes.ts';
import { selectedIn, shownList } from './selected.ts';
import { countryName } from '../../platform/countries.ts';

export const handler = deskEndpoint(deskPrintLabels, async (visit) => {
  const t = SHIPMENT_TEXTS[visit.language];
  const shipments = await readShipments(visit.company.slug, selectedIn(visit.form));
  if (shipments.length === 0) {
    return shipmentsPageOf(visit, { ...shownList(visit), refusal: invalid('shipments', t.none) });
  }
  const format = visit.form.get('format') === 'roll' ? 'roll' : 'a4';
  const bytes = await renderLabels(
    shipments.map((shipment) => labelOf(visit, shipment)),
    { format, language: visit.language, title: t.labelTitle },
  );
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="labels.pdf"',
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(bytes),
  };
});

/** The lines of a label. The country is omitted if it is the company's own. */
const labelOf = ({ company, t }: DeskVisit, { address, reference, priority }: ShipmentRow): Label => {
  const isAbroad = address.country !== company.address?.country;
  const country = countryName(address.country, t.tag);
  const lines = [
    address.company_name,
    address.name,
    address.street,
    `${address.postcode} ${address.city}`,
    ...(isAbroad ? [country.toUpperCase()] : []),
  ];
  return {
    address: lines.flatMap((line) => line || []),
    note: [reference, priority?.label].filter(Boolean).join(' · '),
  };
};
