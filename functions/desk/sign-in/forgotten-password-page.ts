import { pageEndpoint } from '../page-endpoint.ts';
import { forgottenPasswordPage } from './pages/forgotten-password.ts';
import { deskForgottenPasswordPage } from './routes.ts';

export const handler = pageEndpoint(deskForgottenPasswordPage, (request) => forgottenPasswordPage(request));
