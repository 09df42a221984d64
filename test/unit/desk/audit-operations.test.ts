import { describe, expect, it } from 'vitest';
import { routes } from '../../../functions/routes.ts';
import { factIn } from '../../../functions/desk/texts/own-names.ts';
import { TRANSLATED } from '../../../functions/desk/texts/audit-operations.ts';

/** Requests that may change something without an audit entry. */
const UNAUDITED = [
  'agent',
  'create-quote',
  'desk-begin-second-factor',
  'desk-draw-template',
  'desk-settings',
  'desk-sign-out',
  'preview-order-page-draft',
  'preview-pdf-template',
  'v1-analytics',
  'v1-claimed-items',
  'v1-list-items',
];

/** Forms with several buttons, each with its own name in the audit log. */
const BY_BUTTON = ['desk-change-template', 'desk-close-draft'];

const audited = routes.filter(
  ({ method, auditedByDomain, access, desk }) =>
    method !== 'GET' && !auditedByDomain && (access !== 'public' || (desk !== undefined && desk !== 'open')),
);

/** Facts that are links, or whose value needs no label. */
const WITHOUT_LABEL = new Set(['code', 'order_id', 'username', 'role', 'family', 'section']);

describe('the audit log at the desk', () => {
  it('has a label for every fact of a request in the language of the page', () => {
    const inPaths = audited.flatMap(({ path }) => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name));
    const facts = new Set([...inPaths, 'option', 'orders', 'items']);
    expect([...facts].filter((name) => !WITHOUT_LABEL.has(name) && factIn('de', name) === name)).toEqual([]);
  });

  it('has a label for every request that it lists', () => {
    const known = new Set([...TRANSLATED, ...UNAUDITED, ...BY_BUTTON, 'v1-token']);
    expect(audited.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('has no labels for operations that no longer exist', () => {
    const commands = ['companies-create', 'import', 'keys-create', 'privacy-erase', 'stock-gather', 'stock-spread'];
    const known = new Set([...routes.map(({ name }) => name as string), ...commands]);
    expect(TRANSLATED.filter((name) => !known.has(name))).toEqual([]);
  });
});
