/** Members of the payment secret that have a value. A deployment creates the secret with placeholders. */
export const membersIn = (text: string): Record<string, string> => {
  try {
    const members = Object.entries(JSON.parse(text) as Record<string, string>);
    return Object.fromEntries(members.filter(([name, value]) => value && name !== 'unused'));
  } catch {
    return {};
  }
};
