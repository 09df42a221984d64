import { afterEach, expect, it } from 'vitest';
import { clientAddress } from '../../../functions/platform/client-address.ts';

afterEach(() => {
  delete process.env['TRUSTED_PROXIES'];
  delete process.env['VIA_DISTRIBUTION'];
});

it('without proxies it is the IP address of the connection, with any headers', () => {
  expect(clientAddress('192.0.2.1', { 'x-forwarded-for': '203.0.113.9, 192.0.2.1' })).toBe('192.0.2.1');
});

it('behind proxies it is the IP address that our outermost proxy received', () => {
  process.env['TRUSTED_PROXIES'] = '1';
  expect(clientAddress('198.51.100.7', { 'x-forwarded-for': 'forged, 203.0.113.9, 198.51.100.7' })).toBe('203.0.113.9');
  expect(clientAddress('198.51.100.7', { 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7');
  process.env['TRUSTED_PROXIES'] = '2';
  expect(clientAddress('198.51.100.7', { 'x-forwarded-for': 'forged, 203.0.113.9, 198.51.100.1, 198.51.100.7' })).toBe(
    '203.0.113.9',
  );
});

it('our distribution counts as a proxy only for requests with its proof', () => {
  process.env['VIA_DISTRIBUTION'] = 'value-of-the-stack';
  const through = (value: string | undefined) =>
    clientAddress('198.51.100.7', { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-via-distribution': value });
  expect(through('value-of-the-stack')).toBe('203.0.113.9');
  expect([through(undefined), through(''), through('guessed')]).toEqual(Array(3).fill('198.51.100.7'));
  process.env['TRUSTED_PROXIES'] = '1';
  const behindTwo = { 'x-forwarded-for': 'forged, 203.0.113.9, 198.51.100.1, 198.51.100.7' };
  expect(clientAddress('198.51.100.7', { ...behindTwo, 'x-via-distribution': 'value-of-the-stack' })).toBe(
    '203.0.113.9',
  );
});

it('IP addresses of one IPv6 network count as one', () => {
  expect(clientAddress('2001:db8:1:2:aaaa::1', {})).toBe('2001:db8:1:2::/64');
  expect(clientAddress('2001:0db8:0001:0002:bbbb:cccc:dddd:eeee', {})).toBe('2001:db8:1:2::/64');
  expect(clientAddress('2001:db8::1', {})).toBe('2001:db8:0:0::/64');
  expect(clientAddress('::ffff:192.0.2.1', {})).toBe('192.0.2.1');
});
