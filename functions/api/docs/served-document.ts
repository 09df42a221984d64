import { config } from '../../platform/config.ts';
import type { Reply } from '../../pipeline/request.ts';

/** Returns a function that serves a document. It is serialized once, because it is constant per base URL. */
export const servedDocument = (describe: (baseUrl: string) => object): (() => Reply) => {
  let written: { baseUrl: string; text: string } | undefined;
  return () => {
    const baseUrl = config.baseUrl();
    if (written?.baseUrl !== baseUrl) written = { baseUrl, text: JSON.stringify(describe(baseUrl)) };
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
      },
      body: written.text,
    };
  };
};
