import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts of the second factor pages. */
interface FactorTexts {
  title: string;
  signIn: string;
  go: string;
  startOver: string;
  over: string;
  code: string;
  codeHint: string;
  codeOrRecovery: string;
  isOn: string;
  isOff: string;
  onText: string;
  offText: string;
  begin: string;
  passwordHint: string;
  end: string;
  ended: string;
  scan: string;
  orType: string;
  confirm: string;
  recovery: string;
  keepThem: string;
  recoveryText: string;
  kept: string;
  reset: string;
  resetText: string;
  tooMany: string;
  /** Texts of refusals, by error code. */
  refusals: Readonly<Record<string, string>>;
}

export const FACTOR_TEXTS: Readonly<Record<PageLanguage, FactorTexts>> = {
  da: {
    title: 'Totrinsbekræftelse',
    signIn: 'Kode fra appen',
    go: 'Log ind',
    startOver: 'Begynd forfra',
    over: 'Det tog for lang tid. Log ind igen.',
    code: 'Kode',
    codeHint: 'Seks cifre, som appen viser.',
    codeOrRecovery: 'Seks cifre fra appen, eller en af dine nødkoder.',
    isOn: 'Totrinsbekræftelse er slået til',
    isOff: 'Totrinsbekræftelse er ikke slået til',
    onText: 'Når du logger ind, skal du angive en kode fra din app. Du skal bruge en kode for at slå det fra.',
    offText:
      'En app på din telefon viser en ny kode hvert halve minut. Når det er slået til, skal du angive den, hver gang du logger ind, så en stjålet adgangskode ikke er nok.',
    begin: 'Slå totrinsbekræftelse til',
    passwordHint: 'Den, du loggede ind med.',
    end: 'Slå fra',
    ended: 'Totrinsbekræftelse er slået fra.',
    scan: 'Scan koden med din app',
    orType: 'Eller skriv denne nøgle i appen:',
    confirm: 'Bekræft',
    recovery: 'Dine nødkoder',
    keepThem: 'Gem dem nu: de vises kun denne ene gang',
    recoveryText:
      'Hver af dem kan bruges én gang i stedet for en kode fra appen, for eksempel hvis du mister din telefon.',
    kept: 'Jeg har gemt dem',
    reset: 'Nulstil totrinsbekræftelse',
    resetText: 'Til en bruger, som har mistet både telefon og nødkoder. Brugeren bliver logget ud overalt.',
    tooMany: 'For mange forkerte koder. Intet blev tjekket; prøv igen om et kvarter.',
    refusals: {
      wrong_password: 'Adgangskoden er forkert.',
      wrong_code: 'Koden er forkert eller er allerede brugt.',
      factor_set_up: 'Totrinsbekræftelse er allerede slået til.',
      user_changed: 'Noget er ændret imens. Åbn siden igen.',
    },
  },
  en: {
    title: 'Two-step sign-in',
    signIn: 'Code from the app',
    go: 'Sign in',
    startOver: 'Start over',
    over: 'It took too long. Sign in again.',
    code: 'Code',
    codeHint: 'Six digits that the app shows.',
    codeOrRecovery: 'Six digits from the app, or one of your recovery codes.',
    isOn: 'Two-step sign-in is on',
    isOff: 'Two-step sign-in is off',
    onText: 'When you sign in, you are asked for a code from your app. You need a code to turn this off.',
    offText:
      'An app on your phone shows a new code every half minute. Once this is on, you are asked for it whenever you sign in, so a stolen password is not enough.',
    begin: 'Turn two-step sign-in on',
    passwordHint: 'The one you signed in with.',
    end: 'Turn off',
    ended: 'Two-step sign-in is off.',
    scan: 'Scan the code with your app',
    orType: 'Or type this key into the app:',
    confirm: 'Confirm',
    recovery: 'Your recovery codes',
    keepThem: 'Save them now: they are shown only once',
    recoveryText: 'Each of them can be used once instead of a code from the app, for example if you lose your phone.',
    kept: 'I have saved them',
    reset: 'Reset two-step sign-in',
    resetText: 'For a user who has lost both phone and recovery codes. The user is signed out everywhere.',
    tooMany: 'Too many wrong codes. This code was not checked; try again in 15 minutes.',
    refusals: {
      wrong_password: 'The password is wrong.',
      wrong_code: 'The code is wrong or has already been used.',
      factor_set_up: 'Two-step sign-in is already on.',
      user_changed: 'Something has changed in the meantime. Open the page again.',
    },
  },
  de: {
    title: 'Anmeldung in zwei Schritten',
    signIn: 'Code aus der App',
    go: 'Anmelden',
    startOver: 'Von vorn beginnen',
    over: 'Es hat zu lange gedauert. Melden Sie sich noch einmal an.',
    code: 'Code',
    codeHint: 'Sechs Ziffern, die die App zeigt.',
    codeOrRecovery: 'Sechs Ziffern aus der App oder einer Ihrer Notfallcodes.',
    isOn: 'Die Anmeldung in zwei Schritten ist an',
    isOff: 'Die Anmeldung in zwei Schritten ist aus',
    onText: 'Bei der Anmeldung geben Sie einen Code aus Ihrer App ein. Zum Ausschalten brauchen Sie einen Code.',
    offText:
      'Eine App auf Ihrem Telefon zeigt jede halbe Minute einen neuen Code. Danach geben Sie ihn bei jeder Anmeldung ein, sodass ein gestohlenes Passwort nicht reicht.',
    begin: 'Anmeldung in zwei Schritten einschalten',
    passwordHint: 'Das, mit dem Sie sich angemeldet haben.',
    end: 'Ausschalten',
    ended: 'Die Anmeldung in zwei Schritten ist aus.',
    scan: 'Code mit Ihrer App scannen',
    orType: 'Oder diesen Schlüssel in die App eingeben:',
    confirm: 'Bestätigen',
    recovery: 'Ihre Notfallcodes',
    keepThem: 'Speichern Sie sie jetzt: Sie werden nur dieses eine Mal gezeigt',
    recoveryText: 'Jeder gilt einmal anstelle eines Codes aus der App, zum Beispiel wenn Sie Ihr Telefon verlieren.',
    kept: 'Ich habe sie gespeichert',
    reset: 'Anmeldung in zwei Schritten zurücksetzen',
    resetText: 'Für einen Benutzer, der Telefon und Notfallcodes verloren hat. Er wird überall abgemeldet.',
    tooMany: 'Zu viele falsche Codes. Nichts wurde geprüft; versuchen Sie es in einer Viertelstunde noch einmal.',
    refusals: {
      wrong_password: 'Das Passwort ist falsch.',
      wrong_code: 'Der Code ist falsch oder wurde schon benutzt.',
      factor_set_up: 'Die Anmeldung in zwei Schritten ist schon an.',
      user_changed: 'Inzwischen hat sich etwas geändert. Öffnen Sie die Seite noch einmal.',
    },
  },
  sv: {
    title: 'Inloggning i två steg',
    signIn: 'Kod från appen',
    go: 'Logga in',
    startOver: 'Börja om',
    over: 'Det tog för lång tid. Logga in igen.',
    code: 'Kod',
    codeHint: 'Sex siffror som appen visar.',
    codeOrRecovery: 'Sex siffror från appen, eller en av dina reservkoder.',
    isOn: 'Inloggning i två steg är på',
    isOff: 'Inloggning i två steg är av',
    onText: 'När du loggar in anger du en kod från din app. Du behöver en kod för att slå av det.',
    offText:
      'En app i din telefon visar en ny kod varje halvminut. När det är på anger du den varje gång du loggar in, så att ett stulet lösenord inte räcker.',
    begin: 'Slå på inloggning i två steg',
    passwordHint: 'Det som du loggade in med.',
    end: 'Slå av',
    ended: 'Inloggning i två steg är av.',
    scan: 'Skanna koden med din app',
    orType: 'Eller skriv in den här nyckeln i appen:',
    confirm: 'Bekräfta',
    recovery: 'Dina reservkoder',
    keepThem: 'Spara dem nu: de visas bara den här gången',
    recoveryText:
      'Var och en kan användas en gång i stället för en kod från appen, till exempel om du förlorar telefonen.',
    kept: 'Jag har sparat dem',
    reset: 'Återställ inloggning i två steg',
    resetText: 'För en användare som har förlorat både telefon och reservkoder. Användaren loggas ut överallt.',
    tooMany: 'För många felaktiga koder. Inget kontrollerades; försök igen om en kvart.',
    refusals: {
      wrong_password: 'Lösenordet är fel.',
      wrong_code: 'Koden är fel eller redan använd.',
      factor_set_up: 'Inloggning i två steg är redan på.',
      user_changed: 'Något har ändrats under tiden. Öppna sidan igen.',
    },
  },
  no: {
    title: 'Totrinnspålogging',
    signIn: 'Kode fra appen',
    go: 'Logg inn',
    startOver: 'Begynn på nytt',
    over: 'Det tok for lang tid. Logg inn igjen.',
    code: 'Kode',
    codeHint: 'Seks sifre som appen viser.',
    codeOrRecovery: 'Seks sifre fra appen, eller en av reservekodene dine.',
    isOn: 'Totrinnspålogging er på',
    isOff: 'Totrinnspålogging er av',
    onText: 'Når du logger inn, oppgir du en kode fra appen din. Du trenger en kode for å slå det av.',
    offText:
      'En app på telefonen din viser en ny kode hvert halve minutt. Når det er på, oppgir du den hver gang du logger inn, slik at et stjålet passord ikke er nok.',
    begin: 'Slå på totrinnspålogging',
    passwordHint: 'Det du logget inn med.',
    end: 'Slå av',
    ended: 'Totrinnspålogging er av.',
    scan: 'Skann koden med appen din',
    orType: 'Eller skriv denne nøkkelen i appen:',
    confirm: 'Bekreft',
    recovery: 'Reservekodene dine',
    keepThem: 'Ta vare på dem nå: de vises bare denne ene gangen',
    recoveryText:
      'Hver av dem kan brukes én gang i stedet for en kode fra appen, for eksempel hvis du mister telefonen.',
    kept: 'Jeg har tatt vare på dem',
    reset: 'Nullstill totrinnspålogging',
    resetText: 'For en bruker som har mistet både telefon og reservekoder. Brukeren logges ut overalt.',
    tooMany: 'For mange feil koder. Ingenting ble sjekket; prøv igjen om et kvarter.',
    refusals: {
      wrong_password: 'Passordet er feil.',
      wrong_code: 'Koden er feil eller allerede brukt.',
      factor_set_up: 'Totrinnspålogging er allerede på.',
      user_changed: 'Noe har endret seg imens. Åpne siden igjen.',
    },
  },
};
