import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/**
 * Publishes a checkpoint where none of its size is. One that is there gets the signatures that it lacks.
 * @param to a folder or a URL @returns what to tell of another one that is there, which stays; null when it is published
 */
export async function publish(to: string, name: string, note: string): Promise<string | null> {
  const place = /^https?:\/\//.test(to) ? onServer(to, name) : inFolder(to, name)
  const there = await place.read()
  const both = there === null ? note : withSignatures(there, note)
  if (both === null) return forkAt(place.name, Number(name.match(/-(\d+)\./)?.[1]))
  if (both !== there) await place.write(both)
  return null
}

/** A note with the signatures of another one too; null when they are of different texts. */
function withSignatures(note: string, other: string): string | null {
  const [own, others] = [parseNote(note), parseNote(other)]
  if (own === null || others === null || own.text !== others.text) return null
  const lines = own.signatures.map(signatureLine)
  const more = others.signatures.map(signatureLine).filter((line) => !lines.includes(line))
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
