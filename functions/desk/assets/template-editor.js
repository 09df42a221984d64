// Fields of a template can be dragged on the picture of its page or moved by the arrow keys. The form sends their
// positions as numbers; without this script they are typed.
(() => {
  const form = document.querySelector('form[data-places]');
  if (!form) return;
  const PAUSE_MS = 500;
  const SMALLEST_MM = 2;
  const SVG = 'http://www.w3.org/2000/svg';
  const NAMES = ['x', 'y', 'width', 'height'];
  const round = (value) => Math.round(value * 10) / 10;
  const between = (value, least, most) => Math.max(least, Math.min(value, Math.max(least, most)));

  const input = (place, name) => form.elements[`places.${place.dataset.place}.${name}`];
  const row = (place) => document.getElementById(`place-${place.dataset.place}`);
  const sheetOf = (place) => place.closest('svg');
  const boxOf = (place) => Object.fromEntries(NAMES.map((name) => [name, Number(input(place, name).value) || 0]));

  // Draws the box at the typed position. Its corner resizes it.
  const draw = (place) => {
    const { x, y, width, height } = boxOf(place);
    const [frame, grip] = place.querySelectorAll('rect');
    const text = place.querySelector('text');
    const letters = Number(text.getAttribute('font-size'));
    const put = (part, values) => {
      for (const [name, value] of Object.entries(values)) part.setAttribute(name, String(value));
    };
    put(frame, { x, y, width: Math.max(0, width), height: Math.max(0, height) });
    put(text, { x, y: y < letters * 1.5 ? y + letters : y - letters * 0.3 });
    put(grip, { x: x + width - letters / 2, y: y + height - letters / 2 });
    const size = `${x}, ${y} · ${width} × ${height} mm`;
    row(place).querySelector('[data-summary]').textContent = size;
    place.setAttribute('aria-label', `${place.dataset.name}: ${size}`);
  };

  const choose = (place) => {
    for (const each of form.querySelectorAll('.place')) each.classList.toggle('is-chosen', each === place);
    for (const each of form.querySelectorAll('.place-row')) each.open = each === row(place);
  };

  // Redraws the card after each change. While a box is moved, the page is shown without filled fields.
  const fault = form.querySelector('[data-drawing-fault]');
  const alone = (sheet) => {
    for (const filled of sheet.querySelectorAll('[data-filled]')) filled.toggleAttribute('hidden', true);
  };
  const dataUrl = (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result));
      reader.addEventListener('error', reject);
      reader.readAsDataURL(blob);
    });
  const fill = (sheet, address) => {
    let filled = sheet.querySelector('[data-filled]');
    if (!filled) {
      filled = sheet.querySelector('[data-alone]').cloneNode();
      filled.removeAttribute('data-alone');
      filled.setAttribute('data-filled', '');
      sheet.querySelector('[data-alone]').after(filled);
    }
    filled.setAttribute('href', address);
    filled.removeAttribute('hidden');
  };
  let newest = 0;
  let timer;
  const redraw = async () => {
    const mine = ++newest;
    form.dataset.drawing = 'yes';
    for (const sheet of form.querySelectorAll('[data-sheet]')) {
      const body = new URLSearchParams(new FormData(form));
      body.set('shown', sheet.dataset.sheet);
      const address = form.querySelector('[data-draws]').formAction;
      const answer = await fetch(address, { method: 'POST', body, credentials: 'same-origin' });
      if (mine !== newest) return;
      const isPicture = answer.ok && (answer.headers.get('content-type') ?? '').startsWith('image/');
      fault.hidden = isPicture;
      if (isPicture) {
        const picture = await dataUrl(await answer.blob());
        if (mine !== newest) return;
        fill(sheet, picture);
      } else {
        const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
        fault.textContent = page.querySelector('main p')?.textContent ?? '';
        break;
      }
    }
    delete form.dataset.drawing;
  };
  const redrawSoon = () => {
    newest++;
    clearTimeout(timer);
    timer = setTimeout(() => void redraw().catch(() => undefined), PAUSE_MS);
  };

  const change = (place, box) => {
    form.dispatchEvent(new Event('input'));
    for (const name of NAMES) input(place, name).value = String(round(box[name]));
    draw(place);
    alone(sheetOf(place));
    redrawSoon();
  };
  const moved = (place, box, dx, dy) => {
    const page = sheetOf(place).viewBox.baseVal;
    change(place, {
      ...box,
      x: between(box.x + dx, 0, page.width - box.width),
      y: between(box.y + dy, 0, page.height - box.height),
    });
  };
  const resized = (place, box, dx, dy) => {
    const page = sheetOf(place).viewBox.baseVal;
    change(place, {
      ...box,
      width: between(box.width + dx, SMALLEST_MM, page.width - box.x),
      height: between(box.height + dy, SMALLEST_MM, page.height - box.y),
    });
  };

  const dragged = (place, grip) => {
    let start;
    place.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      place.focus();
      choose(place);
      place.setPointerCapture(event.pointerId);
      start = { x: event.clientX, y: event.clientY, box: boxOf(place), isResize: event.target === grip };
    });
    place.addEventListener('pointermove', (event) => {
      if (!start) return;
      const scale = 1 / sheetOf(place).getScreenCTM().a;
      const act = start.isResize ? resized : moved;
      act(place, start.box, (event.clientX - start.x) * scale, (event.clientY - start.y) * scale);
    });
    const stop = () => (start = undefined);
    place.addEventListener('pointerup', stop);
    place.addEventListener('pointercancel', stop);
  };

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const status = form.querySelector('[data-moved]');
  const keyed = (place) => {
    place.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose(place);
        input(place, 'x').focus();
      }
      const [dx, dy] = STEPS[event.key] ?? [];
      if (dx === undefined) return;
      event.preventDefault();
      (event.shiftKey ? resized : moved)(place, boxOf(place), dx, dy);
      status.textContent = place.getAttribute('aria-label');
    });
    place.addEventListener('focus', () => choose(place));
  };

  for (const place of form.querySelectorAll('.place')) {
    const grip = document.createElementNS(SVG, 'rect');
    const side = place.querySelector('text').getAttribute('font-size');
    grip.setAttribute('class', 'grip');
    grip.setAttribute('width', side);
    grip.setAttribute('height', side);
    place.append(grip);
    place.setAttribute('tabindex', '0');
    place.setAttribute('role', 'button');
    place.setAttribute('aria-describedby', 'drag-hint');
    draw(place);
    dragged(place, grip);
    keyed(place);
    row(place).addEventListener('toggle', () => row(place).open && choose(place));
  }
  const placeOf = (target) => {
    const at = /^places\.(\d+)\./.exec(target.name ?? '')?.[1];
    return at === undefined ? undefined : form.querySelector(`[data-place="${at}"]`);
  };
  form.addEventListener('input', ({ target }) => {
    const place = placeOf(target);
    if (!place) return;
    if (target.name.endsWith('.page')) form.querySelector(`[data-sheet="${target.value}"]`)?.append(place);
    draw(place);
    redrawSoon();
  });
  document.getElementById('drag-hint').hidden = false;
  for (const button of form.querySelectorAll('[data-draws]')) button.hidden = true;
  const opened = form.querySelector('.place-row[open]');
  if (opened) choose(form.querySelector(`[data-place="${opened.id.replace('place-', '')}"]`));
  // Shows unsaved values on the card. After a refusal the same values would be rejected again.
  if (form.querySelector('[data-unsaved]') && !form.querySelector('.fault')) redrawSoon();
})();
