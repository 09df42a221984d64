import { ownMember } from '../../../platform/own-member.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';

type Words = readonly [da: string, en: string, de: string, sv: string, no: string];

/** Why a delivery failed, by its code in the API. */
/* oxfmt-ignore */
const FAILURES: Readonly<Record<string, Words>> = {
  address_not_public: ['Adressen er ikke offentlig', 'The address is not public', 'Die Adresse ist nicht öffentlich', 'Adressen är inte offentlig', 'Adressen er ikke offentlig'],
  certificate_not_accepted: ['Certifikatet blev ikke godkendt', 'The certificate was not accepted', 'Das Zertifikat wurde nicht anerkannt', 'Certifikatet godkändes inte', 'Sertifikatet ble ikke godtatt'],
  connection_failed: ['Forbindelsen mislykkedes', 'The connection failed', 'Die Verbindung ist fehlgeschlagen', 'Anslutningen misslyckades', 'Forbindelsen mislyktes'],
  connection_refused: ['Forbindelsen blev afvist', 'The connection was refused', 'Die Verbindung wurde abgelehnt', 'Anslutningen avvisades', 'Forbindelsen ble avvist'],
  connection_reset: ['Forbindelsen blev afbrudt', 'The connection was closed', 'Die Verbindung wurde unterbrochen', 'Anslutningen bröts', 'Forbindelsen ble brutt'],
  host_unreachable: ['Serveren kan ikke nås', 'The server cannot be reached', 'Der Server ist nicht erreichbar', 'Servern kan inte nås', 'Serveren kan ikke nås'],
  malformed_answer: ['Svaret kunne ikke læses', 'The answer could not be read', 'Die Antwort war nicht lesbar', 'Svaret kunde inte läsas', 'Svaret kunne ikke leses'],
  name_not_resolved: ['Serverens navn findes ikke', 'The name of the server does not exist', 'Den Namen des Servers gibt es nicht', 'Serverns namn finns inte', 'Navnet på serveren finnes ikke'],
  redirect_not_followed: ['Svaret viste videre til en anden adresse', 'The answer redirected to another address', 'Die Antwort verwies auf eine andere Adresse', 'Svaret hänvisade till en annan adress', 'Svaret viste videre til en annen adresse'],
  timeout: ['Intet svar i tide', 'No answer in time', 'Keine Antwort in der vorgesehenen Zeit', 'Inget svar i tid', 'Ikke svar i tide'],
};

/** The description of a failure. An HTTP status and an unknown failure are shown unchanged. */
export const failureIn = (language: PageLanguage, failure: string): string =>
  ownMember(FAILURES, failure)?.[PAGE_LANGUAGES.indexOf(language)] ?? failure.replace(/^http_/, 'HTTP ');
