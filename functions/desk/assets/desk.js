// Everything works without this script. It adds retries on weak connections, a camera reader, previews and focus.
(() => {
  const WAITS_MS = [500, 1000, 2000, 4000, 8000];

  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  // Sends the form with the same guid until there is a response, so it is executed once, however often it arrives. A
  // response from a proxy or a temporary failure is not accepted.
  const send = async (form, submitter, announce) => {
    const body = new URLSearchParams(new FormData(form));
    // Older browsers do not support the second argument of FormData.
    if (submitter?.name) body.append(submitter.name, submitter.value);
    const attempt = () => fetch(form.action, { method: 'POST', body, credentials: 'same-origin' });
    for (const ms of WAITS_MS) {
      try {
        const answer = await attempt();
        if (answer.status < 502) return answer;
        announce(document.body.dataset.retrying);
      } catch {
        announce(document.body.dataset.repeating);
      }
      await wait(ms);
    }
    return attempt();
  };

  // Only pages are shown. After any other response, the form and its guid are kept for another attempt.
  const isToShow = (answer) =>
    answer.status < 500 && (answer.headers.get('content-type') ?? '').startsWith('text/html');

  const show = async (answer) => {
    // The form succeeded and redirected, even if the next page cannot be shown.
    if (answer.redirected) {
      location.assign(answer.url);
      return true;
    }
    if (!isToShow(answer)) return false;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.title = page.title;
    document.body.replaceWith(document.adoptNode(page.body));
    begin();
    if (document.activeElement !== document.body) return true;
    (document.querySelector('[autofocus]') ?? document.querySelector('main')).focus();
    return true;
  };

  const noteIn = (form) => {
    const note = form.querySelector('[role=status]') ?? form.appendChild(document.createElement('p'));
    note.setAttribute('role', 'status');
    return note;
  };

  const repeatable = (form) => {
    const buttons = form.querySelectorAll('button');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (form.dataset.busy) return;
      form.dataset.busy = 'yes';
      const note = noteIn(form);
      for (const button of buttons) button.setAttribute('aria-disabled', 'true');
      const announce = (text) => (note.textContent = text);
      try {
        if (!(await show(await send(form, event.submitter, announce)))) announce(document.body.dataset.failed);
      } catch {
        announce(document.body.dataset.unknown);
      }
      delete form.dataset.busy;
      for (const button of buttons) button.removeAttribute('aria-disabled');
    });
  };

  // Ignores the second click of a double click, whose response would replace the first one, such as a key that is
  // shown once. Downloads and previews in another tab leave the page as it is, so they are exempt.
  const SECOND_PRESS_MS = 5000;
  let pressed = new WeakMap();
  document.addEventListener('submit', (event) => {
    const { target: form, submitter, timeStamp } = event;
    if (event.defaultPrevented || !submitter || submitter.formTarget) return;
    if ((submitter.formMethod || form.method) !== 'post') return;
    if (timeStamp - (pressed.get(submitter) ?? -SECOND_PRESS_MS) < SECOND_PRESS_MS) event.preventDefault();
    else pressed.set(submitter, timeStamp);
  });
  // When the user goes back, the browser may show the page in its previous state.
  addEventListener('pageshow', () => (pressed = new WeakMap()));

  // The camera reader: the browser's `BarcodeDetector`, otherwise the desk's reader, which is loaded when needed.
  const camera = () => {
    const block = document.querySelector('[data-camera]');
    const picture = document.querySelector('[data-picture]');
    if (!block || !picture || !navigator.mediaDevices) return;
    const button = block.querySelector('[data-scan]');
    const fault = document.querySelector('[data-camera-fault]');
    const LOOKS_APART_MS = 120;
    const formats = ['qr_code'];
    const words = button.textContent;
    let stream;
    let isOpening = false;

    const load = (address) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = address;
        script.addEventListener('load', resolve);
        script.addEventListener('error', reject);
        document.head.append(script);
      });

    const ownReader = async () => {
      if (!('BarcodeDetector' in globalThis)) return undefined;
      const supported = await globalThis.BarcodeDetector.getSupportedFormats();
      return supported.includes('qr_code') ? new globalThis.BarcodeDetector({ formats }) : undefined;
    };

    const readerOf = async () => {
      const nativeReader = await ownReader();
      if (nativeReader) return nativeReader;
      await load(block.dataset.reader);
      const { BarcodeDetector, prepareZXingModule } = globalThis.BarcodeDetectionAPI;
      prepareZXingModule({ overrides: { locateFile: () => block.dataset.module } });
      return new BarcodeDetector({ formats });
    };

    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = undefined;
      picture.hidden = true;
      button.textContent = words;
    };

    const submitCode = (text) => {
      stop();
      navigator.vibrate?.(60);
      const form = block.closest('form');
      form.elements.code.value = text;
      if (navigator.onLine) return form.requestSubmit();
      // Without this the browser would replace the counter with its error page.
      noteIn(form).textContent = document.body.dataset.repeating;
      return addEventListener('online', () => form.requestSubmit(), { once: true });
    };

    const look = async (reader) => {
      for (;;) {
        // The response to a form has replaced the page with the stop button, so the camera is stopped here.
        if (!picture.isConnected) stop();
        if (!stream) return;
        const [code] = picture.readyState < 2 ? [] : await reader.detect(picture);
        if (code) return submitCode(code.rawValue);
        await wait(LOOKS_APART_MS);
      }
    };

    const start = async () => {
      fault.hidden = true;
      const reading = readerOf();
      isOpening = true;
      stream = await navigator.mediaDevices
        .getUserMedia({ video: { facingMode: 'environment' }, audio: false })
        .finally(() => (isOpening = false));
      picture.srcObject = stream;
      picture.hidden = false;
      button.textContent = button.dataset.stop;
      await picture.play();
      await look(await reading);
    };

    const toggle = async () => {
      // A second click while the camera opens would start another stream, and only the last one would be stopped.
      if (isOpening) return;
      if (stream) return stop();
      try {
        await start();
      } catch {
        stop();
        fault.hidden = false;
      }
    };
    button.addEventListener('click', () => void toggle());
    block.hidden = false;
  };

  // Redraws the card while the brand is edited, and shows errors.
  const live = (form) => {
    const PAUSE_MS = 600;
    let card = document.querySelector('[data-card]');
    const fault = document.querySelector('[data-card-fault]');
    const button = form.querySelector('[data-preview]');
    let isTyped = form.hasAttribute('data-unsaved');
    let newest = 0;
    const draw = async () => {
      const mine = ++newest;
      const address = `${button.formAction}?${new URLSearchParams(new FormData(form))}`;
      const drawn = card.cloneNode();
      drawn.src = address;
      const isDrawn = await drawn.decode().then(
        () => true,
        () => false,
      );
      if (mine !== newest) return;
      fault.hidden = isDrawn;
      if (isDrawn) {
        card.replaceWith(drawn);
        card = drawn;
        return;
      }
      // The server returned a page instead of a picture. It contains the reason.
      const answer = await fetch(address, { credentials: 'same-origin' });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      fault.textContent = page.querySelector('main p')?.textContent ?? '';
    };
    let timer;
    form.addEventListener('input', () => {
      isTyped = true;
      clearTimeout(timer);
      timer = setTimeout(() => void draw().catch(() => undefined), PAUSE_MS);
    });
    button.addEventListener('click', (event) => {
      event.preventDefault();
      void draw().catch(() => undefined);
    });
    // A picture is sent by a form of its own, which therefore also sends the typed values.
    for (const sent of document.querySelectorAll('form.picture')) {
      sent.addEventListener('formdata', ({ formData }) => {
        if (!isTyped) return;
        for (const [name, value] of new FormData(form)) formData.append(name, value);
      });
    }
  };

  const printing = () => {
    for (const button of document.querySelectorAll('[data-print]')) {
      button.hidden = false;
      button.addEventListener('click', () => globalThis.print());
    }
  };

  // Polls the part of the page that shows the progress of a job until the job is finished.
  const follow = async (part) => {
    const PAUSE_MS = 2000;
    await wait(PAUSE_MS);
    if (!part.isConnected) return;
    const answer = await fetch(part.dataset.refresh, { credentials: 'same-origin' });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = answer.ok && !answer.redirected ? page.getElementById(part.id) : null;
    if (fresh) part.replaceWith(document.adoptNode(fresh));
    const shown = fresh ?? part;
    if (shown.dataset.refresh) refresh(shown);
  };
  const refresh = (part) => void follow(part).catch(() => refresh(part));

  // The open menu covers the page. Escape, a click elsewhere, and moving the focus out of it close it.
  const menu = (folded) => {
    const summary = folded.querySelector('summary');
    folded.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !folded.open) return;
      folded.open = false;
      summary.focus();
    });
    folded.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && !folded.contains(relatedTarget)) folded.open = false;
    });
    document.addEventListener('click', ({ target }) => {
      if (!folded.contains(target)) folded.open = false;
    });
  };

  // Moving the focus out of the menu of a phone closes it as well. Its button needs no script.
  const leaveMenu = ({ currentTarget: whole, relatedTarget }) => {
    if (relatedTarget && !relatedTarget.closest('.menu, .menu-button')) whole.hidePopover?.();
  };

  // Moves the focus to the reason of a refusal or to the outcome, so that screen readers announce it. A field with
  // `autofocus` keeps the focus instead of an outcome.
  const toMessage = () => {
    const outcome = document.querySelector('[autofocus]') ? null : document.querySelector('.done');
    const message = document.querySelector('[role=alert]:not([hidden])') ?? outcome;
    if (!message) return;
    message.tabIndex = -1;
    message.focus();
  };

  const begin = () => {
    printing();
    camera();
    for (const folded of document.querySelectorAll('.folded')) menu(folded);
    document.querySelector('.menu')?.addEventListener('focusout', leaveMenu);
    for (const form of document.querySelectorAll('form[data-repeat]')) repeatable(form);
    for (const form of document.querySelectorAll('form[data-live]')) live(form);
    for (const part of document.querySelectorAll('[data-refresh]')) refresh(part);
    toMessage();
  };

  // Removes the outcome from the address, so that reloading, going back and bookmarks show the page without it.
  const address = new URL(location.href);
  if (address.searchParams.has('outcome')) {
    address.searchParams.delete('outcome');
    history.replaceState(history.state, '', address);
  }

  begin();
})();
