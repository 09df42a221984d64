// Shows a shop in a frame instead of its link: <a data-gift-shop href=".../shop/SLUG">. Without this script the link
// remains.
(() => {
  const show = (link) => {
    if (link.dataset.giftShop === 'shown') return;
    link.dataset.giftShop = 'shown';
    const address = new URL(link.href);
    const frame = document.createElement('iframe');
    let isShown = false;
    frame.src = address.href;
    frame.title = link.textContent.trim();
    frame.loading = 'lazy';
    frame.style.cssText = 'display:block;width:100%;height:900px;border:0';
    window.addEventListener('message', ({ origin, source, data }) => {
      const isShop = origin === address.origin && source === frame.contentWindow && Number(data?.height) > 0;
      if (!isShop) return;
      frame.style.height = `${Math.min(20000, Math.ceil(data.height))}px`;
      // Scrolls to the top of each new page, because the visitor may have scrolled down the previous one.
      if (data.isNew && isShown && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      isShown = true;
    });
    link.replaceWith(frame);
  };
  const showAll = () => document.querySelectorAll('a[data-gift-shop]').forEach(show);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showAll);
  else showAll();
})();
