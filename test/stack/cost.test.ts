import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { monthlyCost, monthlyDollars } from '../bench/cost/monthly.ts';
import { Deployment } from './templates.ts';

/**
 * Dollars of a month with only schedules and synthetic sales, for calls, logs and traces, as measured by `npm run bench
 * -- cost`.
 */
const CALLS = 1.3;

const [development, demo, production] = ['development', 'demo', 'production'].map(monthlyCost);
const monthOf = (cost = demo): number => monthlyDollars(cost!) + CALLS;

describe('a month without sales', () => {
  it('costs less than 10 dollars in every environment', () => {
    expect(monthOf(development)).toBeLessThan(10);
    expect(monthOf(demo)).toBeLessThan(10);
    expect(monthOf(production)).toBeLessThan(10);
  });

  it('costs as much as the page of figures states', () => {
    const text = readFileSync('lib/reference/figures.md', 'utf8').replaceAll(/\s+/g, ' ');
    const [, cheap, costly] =
      /A month without sales costs about \$(\d+) in development or demo and \$(\d+) in production/.exec(text)!;
    expect(Math.round(monthOf(demo))).toBe(Number(cheap));
    expect(Math.round(monthOf(production))).toBe(Number(costly));
  });

  it('has no metric per route, which would cost money and not be read', () => {
    const stages = new Deployment({ env: 'demo' }, []).all('AWS::ApiGatewayV2::Stage');
    expect(stages.length).toBeGreaterThan(0);
    for (const { properties } of stages) {
      expect(JSON.stringify(properties)).not.toContain('"DetailedMetricsEnabled":true');
    }
  });
});
