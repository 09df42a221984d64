import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';

const PASS_TYPE = 'pass.example.gift-cards';
const TEAM = 'A1B2C3D4E5';

interface Pair {
  pem: string;
  certificate: forge.pki.Certificate;
  key: forge.pki.rsa.PrivateKey;
  keyPem: string;
}

const keyPair = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const made = (name: string, serial: string, by?: Pair, bits?: number): Pair => {
  const { publicKey, privateKey: keyPem } = keyPair(bits);
  const key = forge.pki.privateKeyFromPem(keyPem) as forge.pki.rsa.PrivateKey;
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = serial;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  certificate.setIssuer(by ? by.certificate.subject.attributes : [{ name: 'commonName', value: name }]);
  certificate.setExtensions([{ name: 'basicConstraints', cA: by === undefined }]);
  certificate.sign(by?.key ?? key, forge.md.sha256.create());
  return { pem: forge.pki.certificateToPem(certificate), certificate, key, keyPem };
};

/**
 * Generated credentials like those that Apple and Google issue to an operator. A small `bits` makes signing hundreds of
 * passes fast.
 */
export const generatedWallets = (bits?: number) => {
  const wwdr = made('Intermediate of nobody', '01');
  const pass = made(`Pass Type ID: ${PASS_TYPE}`, '02', wwdr, bits);
  const google = keyPair();
  return {
    wwdr: wwdr.pem,
    googleKey: createPublicKey(google.publicKey),
    content: {
      apple: { pass_type_id: PASS_TYPE, team_id: TEAM, certificate: pass.pem, key: pass.keyPem, wwdr: wwdr.pem },
      google: {
        issuer_id: '3388000000022222222',
        client_email: 'wallet@gift-cards.iam.gserviceaccount.com',
        private_key: google.privateKey,
      },
    },
  };
};

/** A self-signed server certificate for `localhost`. */
export const serverCertificate = (): { key: string; cert: string } => {
  const { certificate, key, keyPem } = made('localhost', '03');
  certificate.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }]);
  certificate.sign(key, forge.md.sha256.create());
  return { key: keyPem, cert: forge.pki.certificateToPem(certificate) };
};

/** Files of a zip archive by name; a pass is not compressed. */
const filesIn = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const [length, nameLength, extra] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const begin = at + 30 + nameLength + extra;
    files.set(zip.toString('utf8', at + 30, at + 30 + nameLength), zip.subarray(begin, begin + length));
    at = begin + length;
  }
  return files;
};

interface Field {
  key: string;
  label?: string;
  value: string | number;
  currencyCode?: string;
}
type Fields = Record<'primaryFields' | 'secondaryFields' | 'auxiliaryFields' | 'backFields', Field[]>;

export interface OpenedPass {
  files: Map<string, Buffer>;
  json: Record<string, unknown> & {
    storeCard?: Fields;
    coupon?: Fields;
    eventTicket?: Fields;
    barcodes: { message: string; altText: string; format: string }[];
  };
}

/**
 * Opens a pass; throws if its manifest or signature is not valid. `confirm` also verifies the signature with another
 * program.
 */
export const verifiedPass = (bytes: Buffer, wwdr: string, confirm = true): OpenedPass => {
  const files = filesIn(bytes);
  const [manifest, signature] = [files.get('manifest.json'), files.get('signature')];
  if (!manifest || !signature) throw new Error('The pass is not signed');
  const listed = JSON.parse(manifest.toString()) as Record<string, string>;
  for (const [name, content] of files) {
    if (name === 'manifest.json' || name === 'signature') continue;
    const hash = createHash('sha1').update(content).digest('hex');
    if (listed[name] !== hash) throw new Error(`The manifest does not contain ${name}`);
  }
  assertSigned(manifest, signature, wwdr);
  if (confirm) verifySignature(manifest, signature, wwdr);
  return { files, json: JSON.parse((files.get('pass.json') ?? Buffer.of()).toString()) as OpenedPass['json'] };
};

interface RawCapture {
  authenticatedAttributes: forge.asn1.Asn1[];
  signature: string;
}

/**
 * Verifies the signature (PKCS #7, detached) manually: it covers the attributes, one of which is the hash of the
 * manifest.
 */
const assertSigned = (manifest: Buffer, signature: Buffer, wwdr: string): void => {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString('binary')));
  const { certificates } = message as unknown as { certificates: forge.pki.Certificate[] };
  const { authenticatedAttributes, signature: signed } = message.rawCapture as RawCapture;
  const signer = certificates
    .map((each) => new X509Certificate(forge.pki.certificateToPem(each)))
    .find((each) => each.subject.includes(PASS_TYPE));
  if (!signer?.verify(new X509Certificate(wwdr).publicKey))
    throw new Error('The certificate was not issued by the expected issuer');
  const { asn1 } = forge;
  const set = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, authenticatedAttributes);
  const attributes = Buffer.from(asn1.toDer(set).getBytes(), 'binary');
  const digest = createHash('sha1').update(manifest).digest();
  if (!attributes.includes(digest)) throw new Error('The signature covers another manifest');
  const key: KeyObject = signer.publicKey;
  if (!verify('sha1', attributes, key, Buffer.from(signed, 'binary'))) throw new Error('The signature is not valid');
};

/** Verifies the signature with another program, if the machine has it. */
const verifySignature = (manifest: Buffer, signature: Buffer, wwdr: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'pass-'));
  try {
    for (const [name, content] of Object.entries({ manifest, signature, wwdr }))
      writeFileSync(join(folder, name), content);
    const command = 'smime -verify -inform DER -in signature -content manifest -CAfile wwdr -purpose any -out verified';
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
