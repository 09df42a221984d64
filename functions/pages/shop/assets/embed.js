// Shows a shop in a frame instead of its link: <a data-gift-shop href=".../shop/SLUG">. Without this script the link
// remains.
(() => {
  const show = (link) => {
    if (link.dataset.giftShop === 'shown') return;
    link.dataset.giftShop = 'shown';
    const address = new URL(link.href);
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = link.textContent.trim();
    frame.loading = 'lazy';
    frame.style.cssText = 'display:block;width:100%;height:900px;border:0';
    window.addEventListener('message', ({ origin, source, data }) => {
      const isShop = origin === address.origin && source === frame.contentWindow && Number(data?.height) > 0;
      if (isShop) frame.style.height = `${Math.min(20000, Math.ceil(data.height))}px`;
    });
    link.replaceWith(frame);
  };
  const showAll = () => document.querySelectorAll('a[data-gift-shop]').forEach(show);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showAll);
  else showAll();
})();
