import { afterEach, expect, it } from 'vitest';
import { clientAddress } from '../../../functions/platform/client-address.ts';

afterEach(() => {
  delete process.env['TRUSTED_PROXIES'];
});

it('without proxies the connection tells who asks, whatever a header says', () => {
  expect(clientAddress('192.0.2.1', '203.0.113.9, 192.0.2.1')).toBe('192.0.2.1');
});

it('behind proxies it is the address that the outermost of ours saw', () => {
  process.env['TRUSTED_PROXIES'] = '1';
  expect(clientAddress('198.51.100.7', 'forged, 203.0.113.9, 198.51.100.7')).toBe('203.0.113.9');
  expect(clientAddress('198.51.100.7', '198.51.100.7')).toBe('198.51.100.7');
  process.env['TRUSTED_PROXIES'] = '2';
  expect(clientAddress('198.51.100.7', 'forged, 203.0.113.9, 198.51.100.1, 198.51.100.7')).toBe('203.0.113.9');
});

it('addresses of one IPv6 network count as one', () => {
  expect(clientAddress('2001:db8:1:2:aaaa::1', undefined)).toBe('2001:db8:1:2::/64');
  expect(clientAddress('2001:0db8:0001:0002:bbbb:cccc:dddd:eeee', undefined)).toBe('2001:db8:1:2::/64');
  expect(clientAddress('2001:db8::1', undefined)).toBe('2001:db8:0:0::/64');
  expect(clientAddress('::ffff:192.0.2.1', undefined)).toBe('192.0.2.1');
});
