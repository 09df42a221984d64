/**
 * Members of the payment secret that have a value. What a deployment puts there before anything is filled in has none that means
 * anything.
 */
export const membersIn = (text: string): Record<string, string> => {
  try {
    const members = Object.entries(JSON.parse(text) as Record<string, string>);
    return Object.fromEntries(members.filter(([name, value]) => value && name !== 'unused'));
  } catch {
    return {};
  }
};
