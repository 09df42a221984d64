// Comfort for the pages of a shop. Everything works without it: it only saves a click, a wait or a mistake.
(() => {
  const root = document.documentElement;
  root.classList.add('script');
  const $ = (selector, within = document) => within.querySelector(selector);

  /** Whoever stops a form on its way hears of nothing, and must be able to send it again. */
  const SENDING_MS = 8000;

  /** Whoever sends a form does it once; going back makes the button work again, and so does a while without an answer. */
  const sendOnce = (form) => {
    const enable = () => {
      delete form.dataset.sent;
      form.querySelectorAll('button').forEach((button) => (button.disabled = false));
    };
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = '1';
      setTimeout(enable, SENDING_MS);
      setTimeout(() => form.querySelectorAll('button').forEach((button) => (button.disabled = true)));
    });
    window.addEventListener('pageshow', enable);
  };

  /** How many characters are left of a greeting, counted as people see them. */
  const countCharacters = (field) => {
    const left = $('.count-left', field.parentElement);
    if (!left) return;
    const most = Number(field.dataset.count);
    const show = () => {
      const n = most - [...field.value].length;
      left.textContent = (n === 1 ? left.dataset.one : left.dataset.many).replace(/\d+/, n);
      left.classList.toggle('fault', n < 0);
    };
    field.addEventListener('input', show);
    show();
  };

  const later = (wait, act) => {
    let timer;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(() => act(), wait);
    };
  };

  /** Text of a form, without its file: what the price and the lookup need. */
  const textOf = (form) => {
    const data = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') data.append(name, value);
    return data;
  };

  const fetched = async (url, options) => {
    const answer = await fetch(url, options);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  };

  /** The price follows what is chosen. */
  const keepPrice = (form) => {
    const place = $('#price');
    if (!place) return;
    let asked = 0;
    const ask = later(350, async () => {
      const mine = ++asked;
      place.setAttribute('aria-busy', 'true');
      try {
        const answer = await fetched(form.dataset.price, { method: 'POST', body: textOf(form) });
        const text = await answer.text();
        if (mine === asked) place.innerHTML = text;
      } catch {
        // The page that follows shows the price in any case.
      }
      if (mine === asked) place.removeAttribute('aria-busy');
    });
    const matters = /^(items\.|discount_code|delivery\.(method|shipping|pickup|address\.country)|shape|to$)/;
    const changed = (event) => matters.test(event.target.name ?? '') && ask();
    form.addEventListener('input', changed);
    form.addEventListener('change', changed);
  };

  /** Pickup points appear in the form instead of with a new page. */
  const findPoints = (form) => {
    const place = $('#points');
    const button = $('button[value="points"]', form);
    if (!place || !button) return;
    const value = (name) => form.elements[`delivery.address.${name}`]?.value ?? '';
    let asked = 0;
    /** Points of another place are no choice, neither while those of the new one are looked for nor when theirs come late. */
    const empty = () => {
      asked++;
      place.replaceChildren();
      place.removeAttribute('aria-busy');
    };
    const find = async (isPressed) => {
      const mine = ++asked;
      place.setAttribute('aria-busy', 'true');
      try {
        const query = new URLSearchParams({ country: value('country'), postcode: value('postcode') });
        const url = new URL(form.dataset.points, location.href);
        for (const [name, text] of query) url.searchParams.set(name, text);
        const points = await (await fetched(url)).text();
        if (mine !== asked) return;
        const chosen = form.elements['delivery.pickup_point_id']?.value ?? '';
        place.innerHTML = points;
        const kept = $(`[type="radio"][value="${CSS.escape(chosen)}"]`, place);
        if (kept) kept.checked = true;
        // Another one is chosen by itself, the first, which may change the price.
        $('input:checked', place)?.dispatchEvent(new Event('change', { bubbles: true }));
      } catch {
        if (mine !== asked) return;
        // Nobody who only types is taken to another page.
        if (isPressed) {
          button.dataset.plain = '1';
          button.click();
        }
      }
      place.removeAttribute('aria-busy');
    };
    button.addEventListener('click', (event) => {
      if (button.dataset.plain) return;
      event.preventDefault();
      void find(true);
    });
    const again = later(500, () => {
      const isWanted = form.elements.shape?.value === 'collection' && value('postcode').length > 2;
      if (isWanted) void find(false);
    });
    form.addEventListener('input', ({ target }) => {
      const isPlace = /^delivery\.address\.(postcode|country)$/.test(target.name);
      if (isPlace) empty();
      // Whoever comes back to the points finds the one that was chosen.
      if (isPlace || (target.name === 'shape' && !$('[type="radio"]', place))) again();
    });
  };

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

  /** A picture goes up while the rest is filled in, straight to where pictures are kept. */
  const sendPicture = (form) => {
    const input = $('#picture-file');
    const state = $('#picture-state');
    const id = form.elements.upload_id;
    if (!input || !id || !window.crypto?.subtle) return;
    const show = (what) => (state.textContent = state.dataset[what] ?? '');
    const preview = (file) => {
      const picture = document.createElement('img');
      picture.className = 'picture-preview';
      picture.alt = '';
      picture.src = URL.createObjectURL(file);
      state.after(picture);
    };
    const send = async (file) => {
      const bytes = await file.arrayBuffer();
      const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
      const token = form.elements.form.value;
      const fields = new URLSearchParams({ form: token, sha256, byte_size: bytes.byteLength, mime: file.type });
      const slot = await (await fetched(form.dataset.pictures, { method: 'POST', body: fields })).json();
      const { url, method, headers } = slot.upload;
      await fetched(url, { method, headers, body: bytes });
      const finish = new URL(form.dataset.pictures, location.href);
      finish.pathname += `/${slot.id}`;
      await fetched(finish, { method: 'POST', body: new URLSearchParams({ form: token }) });
      return slot.id;
    };
    const take = async (file) => {
      show('busy');
      try {
        const sent = await send(file);
        // Another one was chosen meanwhile.
        if (input.files[0] !== file) return;
        id.value = sent;
        preview(file);
        show('ready');
        // It need not go along a second time.
        input.removeAttribute('name');
      } catch {
        // It goes along with the form instead.
        if (input.files[0] === file) show('none');
      }
    };
    input.addEventListener('change', () => {
      const [file] = input.files;
      // A chosen file is a chosen picture, also where a browser shows the field to everybody.
      const own = $("[name='picture'][value='upload']", form);
      if (file && own) own.checked = true;
      // Nothing is left of an earlier one: until this one is up, it is what goes along with the form.
      id.value = '';
      input.setAttribute('name', 'picture_file');
      $('.picture-preview', input.parentElement)?.remove();
      if (file && file.size > Number(input.dataset.most)) {
        input.value = '';
        show('large');
      } else if (file) void take(file);
      else show('none');
    });
  };

  /** Whoever types an amount of their own means it; whoever is the recipient gets the mail. */
  const followChoices = (form) => {
    const other = $('#other', form);
    const chip = $('input[name="amount"][value="other"]', form);
    if (other && chip) other.addEventListener('input', () => (chip.checked = true));
    if (chip && other) chip.addEventListener('change', () => chip.checked && other.focus());
    const method = (value) => $(`input[name="delivery.method"][value="${value}"]`, form);
    form.addEventListener('change', ({ target }) => {
      if (target.name !== 'to') return;
      const [mine, theirs] = [method('sender_email'), method('recipient_email')];
      if (target.value === 'me' && theirs?.checked && mine) mine.checked = true;
      if (target.value === 'other' && mine?.checked && theirs) theirs.checked = true;
    });
  };

  /** A receipt that is about to change looks for it, less often the longer it takes. */
  const lookAgain = (page) => {
    const look = async (seconds) => {
      try {
        const text = await (await fetched(location.href)).text();
        const next = new DOMParser().parseFromString(text, 'text/html');
        const fresh = $('.receipt', next);
        if (!fresh) return;
        if (fresh.textContent !== page.textContent) {
          page.replaceWith(fresh);
          page = fresh;
        }
        if (!fresh.dataset.refresh) return;
      } catch {
        // The next look may get through.
      }
      setTimeout(look, seconds * 1000, Math.min(30, seconds * 1.5));
    };
    setTimeout(look, Number(page.dataset.refresh) * 1000, Number(page.dataset.refresh));
  };

  /** A site that shows the shop in a frame learns how high it is. */
  const tellHeight = () => {
    if (window.parent === window) return;
    // As high as the page itself: what fills a window would keep a frame at the height of the highest page seen in it.
    document.body.style.minHeight = '0';
    const announce = () =>
      window.parent.postMessage({ giftShop: location.pathname, height: root.getBoundingClientRect().height }, '*');
    new ResizeObserver(announce).observe(document.body);
    announce();
  };

  document.querySelectorAll('form[method="post"]').forEach(sendOnce);
  document.querySelectorAll('[data-count]').forEach(countCharacters);
  document.querySelectorAll('form').forEach(followChoices);
  const form = $('.order-form');
  if (form) [keepPrice, findPoints, sendPicture].forEach((part) => part(form));
  const receipt = $('[data-refresh]');
  if (receipt) lookAgain(receipt);
  $('#faults')?.focus();
  tellHeight();
})();
