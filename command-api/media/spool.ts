import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SpoolSpace } from './spool-budget.ts'

/** An uploaded file, on disk until the provider has it: the form's parts come in any order, and memory stays flat. */
export type Spooled = {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly head: Buffer
}

const HEAD_BYTES = 4_096

export type Spool = { readonly folder: string; readonly space: SpoolSpace }

/** Runs work with a temporary folder and removes the folder in any case. */
export async function withSpool<T>(
  space: SpoolSpace,
  work: (spool: Spool) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-upload-'))
  try {
    return await work({ folder, space })
  } finally {
    await rm(folder, { recursive: true, force: true }).finally(space.free)
  }
}

/**
 * Writes a stream to a file in the folder. Bytes without space are read and discarded.
 * @returns null when the space was not enough
 */
export async function spool({ folder, space }: Spool, content: Readable): Promise<Spooled | null> {
  const path = join(folder, 'file')
  let fits = true
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        await space.waitTurn(chunk.length)
        fits &&= space.take(chunk.length)
        if (!fits) continue
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path),
  )
  if (!fits) return null
  return { path, size, sha256: hash.digest('hex'), head: await headOf(path) }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
