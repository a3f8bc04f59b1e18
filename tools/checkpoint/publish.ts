import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFork, isOfSameTree, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { parseNote, signatureLine } from '@recado/infra/tlog/signed-note'

const REQUEST_MS = 30_000

/** Where checkpoints are published. */
type Place = {
  /** What is there; null for nothing. */
  read(): Promise<string | null>
  write(note: string): Promise<void>
  /** As it is told to the operator. */
  readonly name: string
}

/** What to tell of two checkpoints of one size that differ: one tree has only one. */
export function forkAt(place: string, size: number): string {
  return `${place} is another checkpoint over ${size} leaves than the log has: one of them is of a history that was rewritten. It stays as it is; keep both, and run npm run audit -- --seals --checkpoint with it`
}

/** Where a checkpoint is now, and what to tell of another one that is in its place. */
export type Published = { readonly name: string; readonly fork: string | null }

/**
 * Publishes a checkpoint. One that is there gets the signatures that it lacks, and one of the same tree that says something
 * else beside its root, such as a new key, stays beside the new one.
 * @param to a folder or a URL @param name ends with `-<size>.checkpoint`
 */
export async function publish(to: string, name: string, note: string): Promise<Published> {
  const fork = await publishAt(placeOf(to, name), note)
  if (fork !== OTHER_TEXT) return { name, fork }
  const text = parseNote(note)?.text ?? ''
  const short = createHash('sha256').update(text).digest('hex').slice(0, 8)
  const beside = name.replace(/\.checkpoint$/, `-${short}.checkpoint`)
  const place = placeOf(to, beside)
  const found = await publishAt(place, note)
  // Such as on a server that answers with the same checkpoint whatever it is asked for.
  return { name: beside, fork: found === OTHER_TEXT ? strangeIn(place) : found }
}

/** What is in a place is of the same leaves, and says something else beside its root. */
const OTHER_TEXT = Symbol('another text')

/** @returns what to tell of another checkpoint that is there, which stays; null when this one is published */
async function publishAt(place: Place, note: string): Promise<string | null | typeof OTHER_TEXT> {
  const there = await place.read()
  if (there !== null && isOtherText(there, note)) return strangeAt(place, there, note)
  const both = there === null ? note : withSignatures(there, note)
  if (both !== there) await place.write(both)
  return null
}

function placeOf(to: string, name: string): Place {
  return /^https?:\/\//.test(to) ? onServer(to, name) : inFolder(to, name)
}

function isOtherText(note: string, other: string): boolean {
  return parseNote(note)?.text !== parseNote(other)?.text
}

function strangeAt(place: Place, there: string, note: string): string | typeof OTHER_TEXT {
  const [one, other] = [parseCheckpoint(note), parseCheckpoint(there)]
  if (one === null || other === null) return strangeIn(place)
  if (isOfSameTree(one, other)) return OTHER_TEXT
  return isFork(one, other) ? forkAt(place.name, one.size) : strangeIn(place)
}

function strangeIn({ name }: Place): string {
  return `${name} is no checkpoint of this tree and size. It stays as it is, and nothing is published there`
}

/** A note with the signatures of another one of the same text too. */
function withSignatures(note: string, other: string): string {
  const linesOf = (of: string) => parseNote(of)?.signatures.map(signatureLine) ?? []
  const more = linesOf(other).filter((line) => !linesOf(note).includes(line))
  return note + more.join('')
}

function inFolder(folder: string, name: string): Place {
  const file = join(folder, name)
  return {
    name: file,
    read: () =>
      readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    async write(note) {
      await mkdir(folder, { recursive: true })
      await writeFile(`${file}.new`, note)
      await rename(`${file}.new`, file)
    },
  }
}

/** A server that lets nobody read says so, and then only it can refuse to overwrite. */
function onServer(to: string, name: string): Place {
  const url = `${to.replace(/\/+$/, '')}/${name}`
  const asked = (init: RequestInit) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MS) })
  return {
    name: url,
    async read() {
      const answer = await asked({ method: 'GET' })
      return answer.ok ? answer.text() : null
    },
    async write(note) {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const answer = await asked({ method: 'PUT', body: note, headers })
      if (!answer.ok) throw new Error(`${to} answered ${answer.status} to ${name}`)
    },
  }
}
