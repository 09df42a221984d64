import type { Binding } from '../../functions/pipeline/route.ts';

/** A binding that is needed only by code that no test on a complete stack reaches. */
interface GrantException {
  binding: Binding;
  functions: readonly string[];
  why: string;
}

export const NOT_MET: readonly GrantException[] = [
  {
    binding: 'table:read',
    functions: ['list-pickup-points'],
    why: 'A key that acts for another company reads that company during authentication.',
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
    why: 'The first of these requests creates the sample of the default template.',
  },
  {
    binding: 'function:print-picture',
    functions: ['read-item-document', 'area-documents', 'send-mail'],
    why: 'A picture is prepared for print once, usually by fulfillment; these functions prepare it when it is missing.',
  },
  {
    binding: 'table:write',
    functions: ['receive-mollie-notice', 'receive-stripe-notice'],
    why: 'Tests of notices from Stripe and Mollie call the handlers directly, which uses no role.',
  },
  {
    binding: 'index:ix2',
    functions: ['read-analytics', 'v1-analytics'],
    why: 'Searches that name an order read its items.',
  },
  {
    binding: 'objects:delete',
    functions: ['agent'],
    why: 'It contains every operation, and only the removal of files of abandoned uploads needs this.',
  },
  {
    binding: 'objects:write',
    functions: ['area-desk-counter', 'area-desk-reports', 'area-desk-campaigns'],
    why: 'A list that exceeds the size limit of a response is stored as a file, which takes tens of thousands of rows.',
  },
  {
    binding: 'queue:gateway-notices',
    functions: ['test-gateway'],
    why: 'A notice that its shop rejects is sent again; on a whole stack the shop never rejects one.',
  },
  {
    binding: 'queue:webhook-deliveries',
    functions: ['webhook-deliveries', 'webhook-deliveries-slow', 'due-sweep'],
    why: 'A delivery returns to the fast lane when its endpoint responds quickly again, or when its message was lost.',
  },
  {
    binding: 'queue:webhook-deliveries-slow',
    functions: ['webhook-deliveries-slow', 'due-sweep'],
    why: 'As above, for the slow lane.',
  },
  {
    binding: 'queue:event-cancellations',
    functions: ['due-sweep'],
    why: 'A cancellation continues when its message was lost.',
  },
  {
    binding: 'table:batch',
    functions: ['create-discount-code-batch'],
    why: 'It shares the batch writer with campaigns, which write supplied codes in parts.',
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
    why: 'A logo is prepared for print once, usually when it is uploaded.',
  },
];
