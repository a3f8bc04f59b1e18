import { HASH_BYTES } from './merkle.ts'
import {
  fromBase64,
  keyText,
  type NoteKey,
  parseKey,
  parseNote,
  type SignedNote,
} from './signed-note.ts'

/** What a log says of its tree (C2SP tlog-checkpoint). */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** A checkpoint with its note. */
export type SignedCheckpoint = Checkpoint & {
  readonly note: SignedNote
  /** The key that signs from now on, in a line of the text: so the key that signed before vouches for it. */
  readonly newKey: NoteKey | null
  /** What `running_hash` of the log's facts is at the checkpoint, in a line of the text; null without one. */
  readonly runningHash: string | null
}

const SIZE = /^(?:0|[1-9]\d{0,15})$/

const NEW_KEY = 'new-key '
const RUNNING_HASH = 'running-hash '

/** What a checkpoint says beside the tree, in lines of its text. */
export type Extensions = Pick<SignedCheckpoint, 'newKey' | 'runningHash'>

const NONE: Extensions = { newKey: null, runningHash: null }

/** Whether two checkpoints are of one tree and size with different roots, which no tree has: a history was rewritten. */
export function isFork(one: Checkpoint, other: Checkpoint): boolean {
  return one.origin === other.origin && one.size === other.size && !one.root.equals(other.root)
}

/** Whether two checkpoints are of the same leaves; further lines of their texts may differ. */
export function isOfSameTree(one: Checkpoint, other: Checkpoint): boolean {
  return one.origin === other.origin && one.size === other.size && one.root.equals(other.root)
}

/** The text that is signed. */
export function checkpointText(
  { origin, size, root }: Checkpoint,
  { newKey, runningHash }: Extensions = NONE,
): string {
  const lines = [
    runningHash === null ? '' : `${RUNNING_HASH}${runningHash}\n`,
    newKey === null ? '' : `${NEW_KEY}${keyText(newKey)}\n`,
  ]
  return `${origin}\n${size}\n${root.toString('base64')}\n${lines.join('')}`
}

/** Null for any text that is no checkpoint. Nothing is verified. */
export function parseCheckpoint(note: string): SignedCheckpoint | null {
  const signed = parseNote(note)
  const [origin = '', size = '', encoded = '', ...rest] =
    signed?.text.slice(0, -1).split('\n') ?? []
  const root = fromBase64(encoded)
  if (signed === null || origin === '' || !SIZE.test(size) || rest.includes('')) return null
  if (root?.length !== HASH_BYTES || !Number.isSafeInteger(Number(size))) return null
  const extension = (name: string) =>
    rest.find((line) => line.startsWith(name))?.slice(name.length) ?? null
  const newKey = parseKey(extension(NEW_KEY) ?? '')
  const runningHash = extension(RUNNING_HASH)
  return { origin, size: Number(size), root, note: signed, newKey, runningHash }
}
