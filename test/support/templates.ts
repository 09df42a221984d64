import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import type { Answer, RunningStack } from './stack.ts';

export interface TemplateBody {
  id: string;
  kind: string;
  name: string;
  product_type: string | null;
  status: string;
  version: number;
  page_count: number;
  page_sizes: { width: number; height: number }[];
  fields: { name: string; page: number; x: number; y: number; width: number; height: number }[];
  sha256: string;
  byte_size: number;
  activated_at: string | null;
}

/** A PDF with form fields, made with pdf-lib. */
export const formPdf = async (
  fields: Readonly<Record<string, { x: number; y: number; width: number; height: number; page?: number }>>,
  options: { size?: [number, number]; pages?: number; text?: string; change?: (document: PDFDocument) => void } = {},
): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = Array.from({ length: options.pages ?? 1 }, () => document.addPage(options.size ?? [420, 595]));
  pages[0]?.drawText(options.text ?? 'A card made with pdf-lib', { x: 30, y: 560, size: 16, font });
  for (const [name, { page = 1, ...box }] of Object.entries(fields)) {
    const sheet = pages[page - 1];
    if (sheet)
      document
        .getForm()
        .createTextField(name)
        .addToPage(sheet, { ...box, borderWidth: 0 });
  }
  options.change?.(document);
  return Buffer.from(await document.save({ updateFieldAppearances: false }));
};

export const CODE = { x: 30, y: 60, width: 220, height: 30 };
export const simplePdf = (text?: string): Promise<Buffer> =>
  formPdf(
    {
      code: CODE,
      title: { x: 30, y: 480, width: 300, height: 40 },
      amount: { x: 30, y: 430, width: 200, height: 36 },
      greeting_message: { x: 30, y: 200, width: 360, height: 180 },
      qr: { x: 290, y: 40, width: 110, height: 110 },
    },
    text === undefined ? {} : { text },
  );

/** Parts of a document that a template may not contain. */
export const HOSTILE: Readonly<Record<string, (document: PDFDocument) => void>> = {
  'a script that runs on opening': ({ catalog, context }) =>
    catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })),
  'a script by name': (document) => document.addJavaScript('a', 'app.alert(1)'),
  'an action that starts a program': ({ catalog, context }) =>
    catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'Launch', F: PDFString.of('calc.exe') })),
  'actions of a page': (document) =>
    document
      .getPage(0)
      .node.set(PDFName.of('AA'), document.context.obj({ O: { S: 'URI', URI: PDFString.of('https://evil.example') } })),
  'an XFA form': (document) => document.getForm().acroForm.dict.set(PDFName.of('XFA'), PDFString.of('<xdp:xdp/>')),
  'embedded files': ({ catalog, context }) =>
    catalog.set(
      PDFName.of('Names'),
      context.obj({
        EmbeddedFiles: { Names: [PDFString.of('a.exe'), { Type: 'Filespec', F: PDFString.of('a.exe') }] },
      }),
    ),
  'a stream that decompresses to 60 MB': (document) =>
    document
      .getPage(0)
      .node.set(
        PDFName.of('Contents'),
        document.context.register(document.context.flateStream(new Uint8Array(60_000_000))),
      ),
};

/** A partner who manages templates. */
export class TemplatePartner {
  readonly stack: RunningStack;
  readonly key: string;

  constructor(stack: RunningStack, key: string) {
    this.stack = stack;
    this.key = key;
  }

  post<T = TemplateBody>(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.stack.post<T>(`/v2/pdf-templates${path}`, {
      key: this.key,
      ...(headers['Idempotency-Key'] ? {} : { idempotencyKey: true }),
      headers,
      ...(body ? { body } : {}),
    });
  }

  async upload(bytes: Buffer): Promise<string> {
    const body = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byte_size: bytes.byteLength,
      mime: 'application/pdf',
    };
    const { body: slot } = await this.post<{ id: string; upload: { url: string; headers: Record<string, string> } }>(
      '/upload-intents',
      body,
    );
    await fetch(slot.upload.url, { method: 'PUT', headers: slot.upload.headers, body: new Uint8Array(bytes) });
    return slot.id;
  }

  async finalize<T = TemplateBody>(bytes: Buffer, body: object = {}): Promise<Answer<T>> {
    const id = await this.upload(bytes);
    return this.post<T>(`/upload-intents/${id}/finalize`, { name: 'A template', ...body });
  }

  async made(bytes: Buffer, body: object = {}): Promise<TemplateBody> {
    const answer = await this.finalize(bytes, body);
    if (answer.status !== 201) throw new Error(answer.bytes.toString());
    return answer.body;
  }

  async read(id: string): Promise<TemplateBody> {
    return (await this.stack.get<TemplateBody>(`/v2/pdf-templates/${id}`, { key: this.key })).body;
  }

  async list(): Promise<TemplateBody[]> {
    return (await this.stack.get<{ data: TemplateBody[] }>('/v2/pdf-templates?limit=100', { key: this.key })).body.data;
  }

  async active(): Promise<string[]> {
    return (await this.list()).filter(({ status }) => status === 'active').map(({ name }) => name);
  }
}
