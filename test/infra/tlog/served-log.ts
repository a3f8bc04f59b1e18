import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkpointText } from '@recado/infra/tlog/checkpoint'
import { leafHash, rootOf } from '@recado/infra/tlog/merkle'
import { keyPair, type NoteKey, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { parseTilePath } from '@recado/infra/tlog/tiles'
import type { Test } from 'tap'
import { tilesOf } from './tiles-of.ts'

const ORIGIN = 'api.example/log/a'

export function keyOf(seed: Buffer): NoteKey {
  return noteKey(ORIGIN, keyPair(seed).publicKey)
}

export const leavesOf = (size: number, name = 'leaf') =>
  Array.from({ length: size }, (_, n) => leafHash(Buffer.from(`${name} ${n}`)))

/** How a checkpoint is signed. */
type Signed = { readonly seeds: readonly Buffer[]; readonly newKey?: Buffer }

/** A server that shows a tree as it likes. */
export async function serveLog(t: Test) {
  let leaves: readonly Buffer[] = []
  let note = ''
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/log/checkpoint') return response.end(note)
    const tile = parseTilePath(url.replace('/log/tile/', ''))
    response.end(tile === null ? '' : await tilesOf(leaves)(tile))
  }).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((begun) => server.once('listening', begun))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @returns the checkpoint that it shows from now on */
    show(next: readonly Buffer[], { seeds, newKey }: Signed): string {
      leaves = next
      const of = { origin: ORIGIN, size: next.length, root: rootOf(next) }
      const text = checkpointText(of, {
        newKey: newKey === undefined ? null : keyOf(newKey),
        runningHash: null,
      })
      note = signNote(text, ORIGIN, ...seeds)
      return note
    },
    showTiles(other: readonly Buffer[]): void {
      leaves = other
    },
  }
}
