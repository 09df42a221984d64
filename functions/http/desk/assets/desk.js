// Everything works without this script; with it a weak connection is borne, and the camera reads codes.
(() => {
  const WAITS_MS = [500, 1000, 2000, 4000, 8000];

  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  // The same form, with the same guid, until an answer comes: it is done once, however often it arrives.
  const send = async (form, tell) => {
    const body = new URLSearchParams(new FormData(form));
    const attempt = () => fetch(form.action, { method: 'POST', body, credentials: 'same-origin' });
    for (const ms of WAITS_MS) {
      try {
        return await attempt();
      } catch {
        tell();
        await wait(ms);
      }
    }
    return attempt();
  };

  const show = async (answer) => {
    if (answer.redirected && answer.ok) {
      location.assign(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.title = page.title;
    document.body.replaceWith(document.adoptNode(page.body));
    begin();
    document.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  };

  const repeatable = (form) => {
    const buttons = form.querySelectorAll('button');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (form.dataset.busy) return;
      form.dataset.busy = 'yes';
      let note = form.querySelector('[role=status]');
      if (!note) {
        note = document.createElement('p');
        note.setAttribute('role', 'status');
        form.append(note);
      }
      for (const button of buttons) button.setAttribute('aria-disabled', 'true');
      try {
        await show(await send(form, () => (note.textContent = document.body.dataset.repeating)));
      } catch {
        note.textContent = document.body.dataset.unknown;
      }
      delete form.dataset.busy;
      for (const button of buttons) button.removeAttribute('aria-disabled');
    });
  };

  const begin = () => {
    for (const form of document.querySelectorAll('form[data-repeat]')) repeatable(form);
  };

  begin();
})();
