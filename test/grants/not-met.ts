import type { Binding } from '../../functions/pipeline/route.ts';

/** Bindings that the code needs, although no test on a whole stack reaches that code. */
interface GrantException {
  binding: Binding;
  functions: readonly string[];
  why: string;
}

export const NOT_MET: readonly GrantException[] = [
  {
    binding: 'table:read',
    functions: ['list-pickup-points'],
    why: 'A key that acts for another company reads that company while it signs in.',
  },
  {
    binding: 'function:render-sample',
    functions: [
      'read-pdf-template-file',
      'update-pdf-template',
      'activate-pdf-template',
      'revert-pdf-template',
      'delete-pdf-template',
    ],
    why: 'Whichever of these comes first makes the sample of the default template.',
  },
  {
    binding: 'function:print-picture',
    functions: ['read-item-document', 'area-documents', 'send-mail'],
    why: 'A picture is printed once, as a rule by fulfillment; whoever misses it prints it.',
  },
  {
    binding: 'table:write',
    functions: ['receive-mollie-notice', 'receive-stripe-notice'],
    why: 'Notices of Stripe and Mollie change orders in tests of handlers, which use no role.',
  },
  {
    binding: 'index:ix2',
    functions: ['read-analytics', 'v1-analytics'],
    why: 'Items of an order are read for searches that name one.',
  },
  {
    binding: 'objects:delete',
    functions: ['agent'],
    why: 'It carries every operation, and this one only where it clears what an upload left behind.',
  },
  {
    binding: 'objects:write',
    functions: ['area-desk-counter', 'area-desk-reports', 'area-desk-campaigns'],
    why: 'Lists that are longer than an answer may be are put down as a file, which takes tens of thousands of rows.',
  },
  {
    binding: 'queue:gateway-notices',
    functions: ['test-gateway'],
    why: 'A notice that its shop does not take comes again; on a whole stack the shop always takes it.',
  },
  {
    binding: 'queue:webhook-deliveries',
    functions: ['webhook-deliveries', 'webhook-deliveries-slow', 'due-sweep'],
    why: 'A delivery goes back to the fast lane when its endpoint answers quickly again, or when its message was lost.',
  },
  {
    binding: 'queue:webhook-deliveries-slow',
    functions: ['webhook-deliveries-slow', 'due-sweep'],
    why: 'The same, for the slow lane.',
  },
  {
    binding: 'queue:event-cancellations',
    functions: ['due-sweep'],
    why: 'A cancellation goes on when its message was lost.',
  },
  {
    binding: 'table:batch',
    functions: ['create-discount-code-batch'],
    why: 'It shares the writer of batches with campaigns, where codes that are given are written in parts.',
  },
  {
    binding: 'table:batch',
    functions: ['items'],
    why: 'It indexes only items that the relay could not index.',
  },
  {
    binding: 'objects:read',
    functions: ['read-statement-pdf'],
    why: 'Only the statement of a company with a logo reads a picture.',
  },
  {
    binding: 'objects:write',
    functions: ['read-statement-pdf'],
    why: 'A logo is prepared for print once, as a rule when it is uploaded.',
  },
];
