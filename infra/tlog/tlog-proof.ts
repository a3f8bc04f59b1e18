import { HASH_BYTES } from './merkle.ts'
import { fromBase64 } from './signed-note.ts'

/** That a record is a leaf of a tree (C2SP tlog-proof). */
export type TlogProof = {
  readonly index: number
  readonly hashes: readonly Buffer[]
  /** A signed note. */
  readonly checkpoint: string
  /** Nothing proves this; it may hold what is needed to compute the leaf. */
  readonly extra: Buffer | null
}

const HEADER = 'c2sp.org/tlog-proof@v1'
const INDEX = /^index (0|[1-9]\d{0,15})$/

export function proofText({ index, hashes, checkpoint, extra }: TlogProof): string {
  const first = extra === null ? [HEADER] : [HEADER, `extra ${extra.toString('base64')}`]
  const lines = [...first, `index ${index}`, ...hashes.map((hash) => hash.toString('base64'))]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Null for what is no proof. Nothing is verified. */
export function parseProof(text: string): TlogProof | null {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  const extra = lines[0]?.startsWith('extra ')
    ? fromBase64(lines.shift()?.slice(6) ?? '')
    : undefined
  const index = Number(INDEX.exec(lines.shift() ?? '')?.[1] ?? Number.NaN)
  const hashes = lines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES)
  if (header !== HEADER || extra === null || !Number.isSafeInteger(index)) return null
  if (hashes.length !== lines.length) return null
  return {
    index,
    hashes: hashes as Buffer[],
    checkpoint: text.slice(end + 2),
    extra: extra ?? null,
  }
}
