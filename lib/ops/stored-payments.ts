/** Members of the payment secret with a value. A deployment creates it with a placeholder. */
export const membersIn = (text: string): Record<string, string> => {
  try {
    const members = Object.entries(JSON.parse(text) as Record<string, string>);
    return Object.fromEntries(members.filter(([name, value]) => value && name !== 'unused'));
  } catch {
    return {};
  }
};
