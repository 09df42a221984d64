import { resendItem } from '../../domain/value/items/mail/resend.ts';
import { resendBody } from '../../domain/value/items/schema.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { changeItem } from './change-item.ts';
import { deskResendItem } from './routes.ts';

export const handler = deskEndpoint(deskResendItem, (visit) => {
  const typedEmail = visit.form.get('email');
  return changeItem(visit, {
    route: deskResendItem,
    input: { email: typedEmail },
    outcome: 'resent',
    operate: (code, recording) => {
      const { email } = validate(resendBody(), { email: typedEmail });
      return resendItem(visit.operator, code, email, recording);
    },
  });
});
