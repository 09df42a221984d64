import { resendItem } from '../../domain/value/items/mail/resend.ts';
import { resendBody } from '../../domain/value/items/schema.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { changeItem } from './change-item.ts';
import { deskResendItem } from './routes.ts';

export const handler = deskEndpoint(deskResendItem, (visit) => {
  const given = visit.form.get('email');
  return changeItem(visit, {
    route: deskResendItem,
    input: { email: given },
    outcome: 'resent',
    operate: (code, recording) => {
      const { email } = validate(resendBody(), { email: given });
      return resendItem(visit.operator, code, email, recording);
    },
  });
});
