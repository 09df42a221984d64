// Keeps input that would otherwise be lost. It runs before the editors, which show the restored values.
(() => {
  // A scanner types without choosing a field. Without this its code would be lost on a page of the counter whose focus
  // is on the outcome.
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('a, button, input, select, summary, textarea, [contenteditable]')) return;
    document.querySelector('.code-form #code')?.focus();
  });

  // A table is a Tab stop only if it is wider than its page, because the arrow keys then scroll it.
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Tab') return;
    for (const part of document.querySelectorAll('.scroll'))
      part.tabIndex = part.scrollWidth > part.clientWidth ? 0 : -1;
  });

  // Without access to the clipboard, the secret is selected.
  const copy = async (button) => {
    const secret = document.querySelector(`p[${button.dataset.copies}]`);
    getSelection().selectAllChildren(secret);
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(secret.textContent);
    button.textContent = button.dataset.copied;
  };
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-copies]');
    if (button) void copy(button).catch(() => undefined);
  });

  const KEPT = 'unsent-form';
  // Another user must not get the input, nor the same user after switching to another company.
  const owner = () => ['.home', '.bottom strong'].map((each) => document.querySelector(each)?.textContent).join('\n');
  const isTickable = ({ type }) => type === 'checkbox' || type === 'radio';
  // Passwords, files, codes and confirmation checkboxes must be entered again.
  const isKeepable = (field) =>
    field.name &&
    !['button', 'file', 'hidden', 'password', 'submit'].includes(field.type) &&
    !(field.type === 'checkbox' && field.required) &&
    field.autocomplete !== 'one-time-code';
  const fieldsOf = (form) => [...form.elements].filter(isKeepable);
  const keyOf = (field) => JSON.stringify([field.name, isTickable(field) ? field.value : '']);

  const keep = (form) => {
    const values = {};
    for (const field of fieldsOf(form))
      (values[keyOf(field)] ??= []).push(isTickable(field) ? field.checked : field.value);
    return { owner: owner(), action: form.getAttribute('action'), values };
  };

  const restore = ({ action, values }) => {
    const form = [...document.forms].find((each) => each.method === 'post' && each.getAttribute('action') === action);
    let isRestored = false;
    for (const field of form ? fieldsOf(form) : []) {
      const value = values[keyOf(field)]?.shift();
      const member = isTickable(field) ? 'checked' : 'value';
      if (value === undefined || field[member] === value) continue;
      field[member] = value;
      field.closest('details')?.setAttribute('open', '');
      isRestored = true;
    }
    if (!isRestored) return;
    const note = document.createElement('p');
    note.className = 'done';
    note.setAttribute('role', 'status');
    note.textContent = document.body.dataset.restored;
    form.before(note);
    note.tabIndex = -1;
    note.focus();
  };

  // Session storage is separate for each tab, so input is restored only in the tab that sent it.
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  sessionStorage.removeItem(KEPT);
  if (location.pathname.startsWith('/desk/sign-in')) {
    const isUnsent = new URLSearchParams(location.search).get('why') === 'not-sent' || kept?.isUnsent;
    if (kept && isUnsent) sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, isUnsent }));
    return;
  }
  if (kept?.isUnsent && kept.owner === owner()) restore(kept);
  document.addEventListener('submit', ({ target: form }) => {
    if (form.method === 'post' && form.closest('main')) sessionStorage.setItem(KEPT, JSON.stringify(keep(form)));
  });
})();
