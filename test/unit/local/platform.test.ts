import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../lib/local/settings.ts';
import { binaryPath } from '../../../lib/local/table/table-emulator.ts';

describe('a machine that the table emulator does not support', () => {
  it.each(['darwin-arm64', 'linux-arm64', 'win32-x64'])('is reported in one line with the remedy (%s)', (platform) => {
    expect(() => binaryPath(platform)).toThrow(
      new RegExp(`^[^\\n]*this machine is ${platform}[^\\n]*container[^\\n]*DYNAMODB_ENDPOINT`),
    );
  });

  it('can install all other packages', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { os?: string[]; cpu?: string[]; optional?: boolean; devOptional?: boolean }>;
    };
    const bound = Object.entries(packages).filter(([, { os, cpu }]) => os ?? cpu);
    expect(bound.length).toBeGreaterThan(5);
    // npm refuses to install a required platform-specific package on another platform.
    expect(bound.filter(([, { optional, devOptional }]) => !optional && !devOptional).map(([name]) => name)).toEqual(
      [],
    );
  });
});

describe('the listen address', () => {
  it('is loopback unless HOST is an IP address, because shells set HOST to the name of the machine', () => {
    const hosts = ['', '0.0.0.0', '::', '192.0.2.7', 'my-laptop', 'x86_64-conda-linux-gnu'].map(
      (HOST) => readSettings({ HOST }).host,
    );
    expect(hosts).toEqual(['127.0.0.1', '0.0.0.0', '::', '192.0.2.7', '127.0.0.1', '127.0.0.1']);
  });
});

/** lib/reference/local.md#in-a-container describes how to start it. */
describe('the container', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const instructions = [...dockerfile.replaceAll(/\\\n\s*/g, '').matchAll(/^([A-Z]+) (.*)$/gm)];
  const of = (name: string) => instructions.flatMap(([, each, rest]) => (each === name ? [rest ?? ''] : []));

  it('has the folders that the stack uses, and no other is sent to its builder', () => {
    const copied = of('COPY').flatMap((rest) => rest.split(' ').slice(0, -1));
    const sent = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    expect(copied.toSorted()).toEqual(['bin', 'events', 'functions', 'lib', 'package-lock.json', 'package.json']);
    expect(sent.map((line) => line.slice(1)).toSorted()).toEqual(copied.toSorted());
  });

  it('listens on all addresses, as an unprivileged user, on the deployed Node.js version', () => {
    expect(of('ENV')).toEqual([expect.stringContaining('HOST=0.0.0.0')]);
    expect(of('USER')).toEqual(['node']);
    expect(of('FROM')).toEqual([expect.stringMatching(/^node:24-/)]);
    const [command] = of('CMD').map((rest) => JSON.parse(rest) as string[]);
    expect(readFileSync(join('.', command?.[1] ?? ''), 'utf8')).toContain('main');
  });
});
