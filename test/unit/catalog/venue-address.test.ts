import { describe, expect, test } from 'vitest';
import { venueAddress } from '../../../functions/domain/catalog/products/venue-address.ts';

describe('the address of a venue', () => {
  test('ends with its postcode', () => {
    expect(venueAddress({ address: 'Havnegade 12', postcode: '8000' })).toEqual(['Havnegade 12', '8000']);
    expect(venueAddress({ address: 'Havnegade 8000', postcode: '800' })).toEqual(['Havnegade 8000', '800']);
  });

  test('does not repeat a postcode that it already contains', () => {
    expect(venueAddress({ address: 'Søvej 4, 8600 Silkeborg', postcode: '8600' })).toEqual(['Søvej 4, 8600 Silkeborg']);
  });

  test.each([
    ['Storgatan 1, 123 45 Stockholm', '123 45'],
    ['Storgatan 1, SE-12345 Stockholm', '123 45'],
    ['Kingly Court, London w1b 5pw', 'W1B 5PW'],
    ['ul. Prosta 1, 00-950 Warszawa', '00-950'],
    ['Torvet 1, DK-8600 Silkeborg', '8600'],
  ])('%j contains the postcode %j', (address, postcode) => {
    expect(venueAddress({ address, postcode })).toEqual([address]);
    expect(venueAddress({ address, postcode: '86 01' })).toEqual([address, '86 01']);
  });

  test('is one line', () => {
    const lines = { address: 'Pavillon 3,\r\nSøvej 4\n', postcode: '8600' };
    expect(venueAddress(lines)).toEqual(['Pavillon 3, Søvej 4', '8600']);
  });

  test('omits unknown parts', () => {
    expect(venueAddress({ address: '', postcode: '8000' })).toEqual(['8000']);
    expect(venueAddress(undefined)).toEqual([]);
  });
});
