import { describe, expect, it } from 'vitest';
import { isApprovedUrl, isPermittedScheme } from '../../../functions/domain/company/companies/approved-urls.ts';

const approved = ['https://shop.example/hooks', 'http://127.0.0.1', 'https://port.example:8443/', 'http://[::1]/in'];

describe('approved URLs', () => {
  it.each([
    'https://shop.example/hooks',
    'https://shop.example/hooks/orders?a=1',
    'https://SHOP.example:443/hooks/',
    'https://shop.example/x/../hooks',
    'https://shop.example/hooks/a%2fb..c',
    'https://shop.example/hooks/..a;b',
    'http://127.0.0.1:4321/anything',
    'http://127.0.0.1/',
    'http://127.1:99/',
    'https://port.example:8443/x',
    'http://[::1]:8080/in/here',
  ])('%s is approved', (url) => expect(isApprovedUrl(approved, url)).toBe(true));

  it.each([
    'https://shop.example/',
    'https://shop.example/hook',
    'https://shop.example/hooks/../admin',
    'https://shop.example/%2e%2e/hooks/../x',
    'https://shop.example/hooks/..%2fadmin',
    'https://shop.example/hooks/..;x=1/admin',
    'https://shop.example/hooks/%2E%2e%3B/admin',
    'https://shop.example/hooks/%2E%2e%5Cadmin',
    'https://shop.example/hooks%2f..%2fadmin',
    'https://shop.example:8443/hooks',
    'http://shop.example/hooks',
    'https://shop.example.evil.example/hooks',
    'https://evil.example/https://shop.example/hooks',
    'https://shop.example@evil.example/hooks',
    'https://user:secret@shop.example/hooks',
    'https://evil.example#https://shop.example/hooks',
    'https://shop.example\\@evil.example/../hooks',
    'https:\\\\shop.example\\hooks',
    'https://shop.example/hooks\r\nHost: evil.example',
    'https://shop\t.example/hooks',
    'https://127.0.0.1/',
    'http://127.0.0.2:80/',
    'http://localhost:4321/',
    'http://[::1]:8080/',
    'https://port.example/x',
    'javascript:alert(1)',
    'ftp://shop.example/hooks',
    '/hooks',
    '',
  ])('%s is not approved', (url) => expect(isApprovedUrl(approved, url)).toBe(false));

  it('include only the approved port of a loopback address', () => {
    expect(isApprovedUrl(['http://127.0.0.1:3000'], 'http://127.0.0.1:3000/x')).toBe(true);
    expect(isApprovedUrl(['http://127.0.0.1:3000'], 'http://127.0.0.1:3001/x')).toBe(false);
    expect(isApprovedUrl(['http://127.0.0.1:80'], 'http://127.0.0.1:3001/x')).toBe(false);
  });

  it('plain http is permitted only for loopback addresses, and only if the environment allows it', () => {
    expect(isPermittedScheme('https://shop.example/', false)).toBe(true);
    expect(isPermittedScheme('http://shop.example/', true)).toBe(false);
    expect(isPermittedScheme('http://127.0.0.1:3000/', true)).toBe(true);
    expect(isPermittedScheme('http://localhost/', true)).toBe(true);
    expect(isPermittedScheme('http://127.0.0.1:3000/', false)).toBe(false);
  });
});
