// Editors of products and texts. Without this script they are plain forms.
(() => {
  // A text area with markup becomes an editor with a small toolbar; the text area keeps the submitted value.
  const rich = (area) => {
    const words = JSON.parse(area.dataset.rich);
    const box = document.createElement('div');
    box.className = 'rich';
    const bar = document.createElement('div');
    bar.className = 'rich-bar';
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', `${words.tools}: ${area.dataset.label}`);
    const text = document.createElement('div');
    text.className = 'rich-text';
    text.contentEditable = 'true';
    text.setAttribute('role', 'textbox');
    text.setAttribute('aria-multiline', 'true');
    text.setAttribute('aria-label', area.dataset.label);
    for (const name of ['lang', 'aria-describedby', 'aria-invalid'])
      if (area.hasAttribute(name)) text.setAttribute(name, area.getAttribute(name));
    const page = new DOMParser().parseFromString(area.value, 'text/html');
    for (const each of page.querySelectorAll('script, style, iframe, object')) each.remove();
    text.append(...[...page.body.childNodes].map((node) => document.importNode(node, true)));
    const keep = () => {
      area.value = text.textContent.trim() === '' ? '' : text.innerHTML;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const act = (command, value) => {
      text.focus();
      document.execCommand(command, false, value);
      keep();
    };
    const tools = [
      { name: 'bold', sign: 'B', run: () => act('bold') },
      { name: 'italic', sign: 'I', run: () => act('italic') },
      { name: 'list', sign: '•', run: () => act('insertUnorderedList') },
      {
        name: 'link',
        sign: words.link,
        run: () => {
          const address = prompt(words.address, 'https://');
          if (address && /^(https?:|mailto:)/.test(address)) act('createLink', address);
        },
      },
      { name: 'plain', sign: words.plain, run: () => act('removeFormat') },
    ];
    for (const { name, sign, run } of tools) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = `quiet rich-${name}`;
      button.textContent = sign;
      button.title = words[name];
      button.setAttribute('aria-label', words[name]);
      // Clicking the button keeps the selection in the text.
      button.addEventListener('mousedown', (event) => event.preventDefault());
      button.addEventListener('click', run);
      bar.append(button);
    }
    text.addEventListener('input', keep);
    text.addEventListener('paste', (event) => {
      event.preventDefault();
      document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
    });
    document.querySelector(`label[for="${area.id}"]`)?.addEventListener('click', () => text.focus());
    box.append(bar, text);
    area.hidden = true;
    area.before(box);
  };

  // Live preview of a product. A picture can be dropped onto its field.
  const buyersCard = (card) => {
    const form = document.querySelector('.product-form');
    const show = ({ target }) => {
      const place = card.querySelector(`[data-shows="${target.name}"]`);
      if (place) place.textContent = new DOMParser().parseFromString(target.value, 'text/html').body.textContent;
    };
    form.addEventListener('input', show);
    const field = form.querySelector('[type=file]');
    const picture = () => {
      const [file] = field.files;
      const removal = form.elements.remove_pictures;
      // Buyers see the first picture. A further one is added at the end.
      if (!file || (removal && !removal.checked)) return;
      const reader = new FileReader();
      reader.addEventListener('load', () => {
        const image = document.createElement('img');
        image.alt = '';
        image.src = reader.result;
        card.querySelector('img, .no-picture')?.replaceWith(image);
      });
      reader.readAsDataURL(file);
    };
    for (const each of [field, form.elements.remove_pictures]) each?.addEventListener('change', picture);
    const zone = field.closest('[data-drop]');
    zone.addEventListener('dragover', (event) => event.preventDefault());
    zone.addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length === 0) return;
      field.files = event.dataTransfer.files;
      picture();
    });
  };

  // Hides entries of a list that do not match the search. Selected entries stay visible.
  const filter = (field) => {
    field.hidden = false;
    const entries = [...field.closest('fieldset').querySelectorAll('li')];
    field.addEventListener('input', () => {
      const text = field.value.trim().toLowerCase();
      for (const entry of entries)
        entry.hidden = !entry.querySelector(':checked') && !entry.textContent.toLowerCase().includes(text);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
  };

  // The stored template is activated and the stored draft is published, so these buttons are hidden while there are
  // unsaved changes.
  const edits = (form) => {
    form.addEventListener('input', ({ target }) => {
      if (target.matches('[data-unstored], [data-filter]')) return;
      for (const each of document.querySelectorAll('[data-when-saved]')) each.hidden = true;
      for (const each of document.querySelectorAll('[data-when-unsaved]')) each.hidden = false;
    });
  };

  for (const form of document.querySelectorAll('form[data-edits]')) edits(form);
  for (const field of document.querySelectorAll('[data-filter]')) filter(field);
  for (const area of document.querySelectorAll('textarea[data-rich]')) rich(area);
  for (const card of document.querySelectorAll('[data-buyers-card]')) buyersCard(card);
})();
