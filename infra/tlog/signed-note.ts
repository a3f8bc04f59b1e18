import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** How a signature is made (C2SP signed-note): over the text, or, by a witness, over the text and a time. */
const NOTE_SIGNATURE = 0x01
export const COSIGNATURE = 0x04

/** A public key by its name; the id tells keys of one name apart. */
export type NoteKey = {
  readonly name: string
  readonly id: Buffer
  readonly kind: number
  /** 32 bytes. */
  readonly publicKey: Buffer
}

export type NoteSignature = {
  readonly name: string
  readonly keyId: Buffer
  readonly signature: Buffer
}

export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** What DER puts before the 32 bytes of an Ed25519 key. */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const ID_BYTES = 4
const MAX_SIGNATURES = 100
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/
const NAME = /^[^\s+]+$/u
const SIGNATURE_LINE = /^— (\S+) (\S+)$/u
// Control characters other than the end of a line.
const CONTROL = /[^\P{Cc}\n]/u

export function noteKey(name: string, publicKey: Buffer, kind = NOTE_SIGNATURE): NoteKey {
  const of = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(kind), publicKey])
  const id = createHash('sha256').update(of).digest().subarray(0, ID_BYTES)
  return { name, id, kind, publicKey }
}

/** The text form of a public key, `name+id+key`, as verifiers take it. */
export function keyText({ name, id, kind, publicKey }: NoteKey): string {
  const encoded = Buffer.concat([Buffer.of(kind), publicKey]).toString('base64')
  return `${name}+${id.toString('hex')}+${encoded}`
}

/** Null for what is no Ed25519 key in that form. */
export function parseKey(text: string): NoteKey | null {
  const [name = '', id = '', ...rest] = text.split('+')
  const bytes = fromBase64(rest.join('+'))
  if (!NAME.test(name) || bytes === null || bytes.length !== KEY_BYTES + 1) return null
  const [kind = 0] = bytes
  if (kind !== NOTE_SIGNATURE && kind !== COSIGNATURE) return null
  const key = noteKey(name, bytes.subarray(1), kind)
  return key.id.toString('hex') === id ? key : null
}

/** An Ed25519 key pair of a seed of 32 bytes. */
export function keyPair(seed: Buffer): {
  readonly privateKey: KeyObject
  readonly publicKey: Buffer
} {
  const der = Buffer.concat([PRIVATE_DER, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: spki.subarray(PUBLIC_DER.length) }
}

/** The note of a text that ends with a newline, signed under a name with the keys of some seeds. */
export function signNote(text: string, name: string, ...seeds: readonly Buffer[]): string {
  const lines = seeds.map((seed) => {
    const { privateKey, publicKey } = keyPair(seed)
    const signature = sign(null, Buffer.from(text), privateKey)
    return signatureLine({ name, keyId: noteKey(name, publicKey).id, signature })
  })
  return `${text}\n${lines.join('')}`
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`
}

/** Null for what is no note. Its signatures are not verified. */
export function parseNote(note: string): SignedNote | null {
  const at = note.lastIndexOf('\n\n')
  if (at < 0 || CONTROL.test(note) || note.includes('\ufffd') || !note.endsWith('\n')) return null
  const lines = note.slice(at + 2, -1).split('\n')
  const signatures = lines.map(parseSignature).filter((signature) => signature !== null)
  if (signatures.length !== lines.length || lines.length > MAX_SIGNATURES) return null
  return { text: note.slice(0, at + 1), signatures }
}

/** Whether a key signed the note: with every signature that names it, and at least one. */
export function isSignedBy({ text, signatures }: SignedNote, key: NoteKey): boolean {
  const own = signatures.filter(({ name, keyId }) => name === key.name && keyId.equals(key.id))
  return own.length > 0 && own.every(({ signature }) => verifies(text, key, signature))
}

function verifies(text: string, key: NoteKey, signature: Buffer): boolean {
  return key.kind === COSIGNATURE
    ? verifiesCosignature(text, key, signature)
    : verifyEd25519(key.publicKey, text, signature)
}

/** What a witness signs at a time (C2SP tlog-cosignature): the text without its signatures, below the time. */
export function cosignedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`
}

function verifiesCosignature(text: string, { publicKey }: NoteKey, signature: Buffer): boolean {
  if (signature.length < 8) return false
  const time = signature.readBigUInt64BE(0)
  if (time >= 2n ** 63n) return false
  return verifyEd25519(publicKey, cosignedText(text, time), signature.subarray(8))
}

function verifyEd25519(publicKey: Buffer, text: string, signature: Buffer): boolean {
  const key = Buffer.concat([PUBLIC_DER, publicKey])
  const der = { key, format: 'der', type: 'spki' } as const
  return signature.length === 64 && verify(null, Buffer.from(text), der, signature)
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!NAME.test(name) || bytes === null || bytes.length <= ID_BYTES) return null
  return { name, keyId: bytes.subarray(0, ID_BYTES), signature: bytes.subarray(ID_BYTES) }
}

/** The bytes of base64 in its one right form; null for any other text. */
export function fromBase64(text: string): Buffer | null {
  if (!BASE64.test(text)) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
