/**
 * Parts of the most common passwords in published lists. A common password of twelve or more characters is nearly
 * always such a word or keyboard row, repeated or surrounded by digits and signs.
 */
const WORDS =
  'password passwort adgangskode losenord lösenord passord kodeord qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcvbnm ' +
  'qazwsx qazwsxedc abc abcd abcdef abcdefgh welcome willkommen velkommen valkommen välkommen letmein iloveyou admin administrator login ' +
  'master monkey dragon football baseball sunshine princess superman batman trustno changeme secret hemmelig geheim default test ' +
  'user guest root hello summer winter spring autumn love my the is i you';
const LONGEST_FIRST = WORDS.split(' ').toSorted((one, other) => other.length - one.length);
const ONLY_COMMON = new RegExp(`^(${LONGEST_FIRST.join('|')})*$`);

/**
 * Whether a password is one of the first that attackers try: common words with digits and signs, or no letters at all.
 */
export const isCommonPassword = (password: string): boolean =>
  ONLY_COMMON.test(password.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
