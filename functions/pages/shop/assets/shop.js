// Enhancements for the pages of a shop. Everything works without this script.
(() => {
  const root = document.documentElement;
  root.classList.add('script');
  const $ = (selector, within = document) => within.querySelector(selector);

  /** The browser reports no event if the user stops a form, so after this time it can be sent again. */
  const SENDING_MS = 8000;

  /** Disables the buttons of a sent form. Going back or waiting enables them again. */
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

  /** Shows the number of remaining characters of a greeting. */
  const countCharacters = (field) => {
    const counter = $('.count-left', field.parentElement);
    if (!counter) return;
    const most = Number(field.dataset.count);
    const show = () => {
      const n = most - [...field.value].length;
      counter.textContent = (n === 1 ? counter.dataset.one : counter.dataset.many).replace(/\d+/, n);
      counter.classList.toggle('fault', n < 0);
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

  /** The text fields of a form, without files, for requests of price and pickup points. */
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

  /** Updates the price when the selection changes. */
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
        // A failure is ignored, because the next page shows the price in any case.
      }
      if (mine === asked) place.removeAttribute('aria-busy');
    });
    const matters = /^(items\.|discount_code|delivery\.(method|shipping|pickup|address\.country)|shape|to$)/;
    const changed = (event) => matters.test(event.target.name ?? '') && ask();
    form.addEventListener('input', changed);
    form.addEventListener('change', changed);
  };

  /** Loads pickup points into the form without a page load. */
  const findPoints = (form) => {
    const place = $('#points');
    const button = $('button[value="points"]', form);
    if (!place || !button) return;
    const value = (name) => form.elements[`delivery.address.${name}`]?.value ?? '';
    let asked = 0;
    /** Removes the points of the previous place, while new ones load or if their response is outdated. */
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
        // The first point is preselected, which may change the price.
        $('input:checked', place)?.dispatchEvent(new Event('change', { bubbles: true }));
      } catch {
        if (mine !== asked) return;
        // Only pressing the button may load a new page, not typing.
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
      // Loads the points again after going back, which restores the selected point.
      if (isPlace || (target.name === 'shape' && !$('[type="radio"]', place))) again();
    });
  };

  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

  /** The type by the first bytes, as the server detects it, because file names are often wrong. */
  const typeOf = (bytes) => {
    const at = (from, to) => String.fromCharCode(...bytes.slice(from, to));
    if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
    if (at(0, 4) === '\x89PNG') return 'image/png';
    return at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP' ? 'image/webp' : undefined;
  };

  /** Uploads a picture directly to the store while the buyer fills in the form. */
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
    const send = async (bytes, mime) => {
      const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
      const token = form.elements.form.value;
      const fields = new URLSearchParams({ form: token, sha256, byte_size: bytes.byteLength, mime });
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
        const bytes = await file.arrayBuffer();
        const mime = typeOf(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 12)));
        if (!mime && input.files[0] === file) {
          input.value = '';
          show('wrong');
        }
        if (!mime) return;
        const sent = await send(bytes, mime);
        // Another picture was selected in the meantime.
        if (input.files[0] !== file) return;
        id.value = sent;
        preview(file);
        show('ready');
        // The picture is uploaded, so the form does not send it again.
        input.removeAttribute('name');
      } catch {
        // The upload failed, so the form sends the picture.
        if (input.files[0] === file) show('none');
      }
    };
    input.addEventListener('change', () => {
      const [file] = input.files;
      // Selecting a file selects the option for it, even if the field is always visible.
      const uploadOption = $("[name='picture'][value='upload']", form);
      if (file && uploadOption) uploadOption.checked = true;
      // Clears an earlier upload. Until the new one is finished, the form sends the file.
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

  /** Typing an amount selects "other amount", and typing a recipient's address selects delivery to the recipient. */
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

  /**
   * Focuses the same link in the new content, or the content itself, so that Tab continues there instead of at the top
   * of the page.
   */
  const keepFocus = (content, href) => {
    const link = [...content.querySelectorAll('a')].find((each) => each.getAttribute('href') === href);
    if (!link) content.tabIndex = -1;
    (link ?? content).focus({ preventScroll: true });
  };

  /** Polls a receipt that is about to change, at growing intervals. */
  const lookAgain = (page) => {
    const look = async (seconds) => {
      try {
        const text = await (await fetched(location.href)).text();
        const next = new DOMParser().parseFromString(text, 'text/html');
        const fresh = $('.receipt', next);
        if (!fresh) return;
        if (fresh.textContent !== page.textContent) {
          const focused = page.contains(document.activeElement) ? document.activeElement : undefined;
          page.replaceWith(fresh);
          page = fresh;
          document.title = next.title;
          if (focused) keepFocus(fresh, focused.getAttribute('href'));
        }
        if (!fresh.dataset.refresh) return;
      } catch {
        // A failure is ignored, because the next poll may succeed.
      }
      setTimeout(look, seconds * 1000, Math.min(30, seconds * 1.5));
    };
    setTimeout(look, Number(page.dataset.refresh) * 1000, Number(page.dataset.refresh));
  };

  /** Reports the height of the page, and that it is a new one, to a site that frames the shop. */
  const tellHeight = () => {
    if (window.parent === window) return;
    // Without this, elements that fill the window would keep the frame from shrinking.
    document.body.style.minHeight = '0';
    const announce = (isNew) => {
      const { height } = root.getBoundingClientRect();
      window.parent.postMessage({ giftShop: location.pathname, height, isNew }, '*');
    };
    new ResizeObserver(() => announce(false)).observe(document.body);
    announce(true);
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
