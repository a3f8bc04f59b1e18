import { HASH_BYTES } from './merkle.ts'
import { fromBase64, parseNote, type SignedNote } from './signed-note.ts'

/** What a log says of its tree (C2SP tlog-checkpoint). */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

const SIZE = /^(?:0|[1-9]\d{0,15})$/

/** The text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

/** A checkpoint with its note; null for any other text. Nothing is verified. */
export function parseCheckpoint(note: string): (Checkpoint & { readonly note: SignedNote }) | null {
  const signed = parseNote(note)
  const [origin = '', size = '', encoded = '', ...rest] =
    signed?.text.slice(0, -1).split('\n') ?? []
  const root = fromBase64(encoded)
  if (signed === null || origin === '' || !SIZE.test(size) || rest.includes('')) return null
  if (root?.length !== HASH_BYTES || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root, note: signed }
}
