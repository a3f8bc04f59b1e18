import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A medium that a business uploaded or a user sent. */
export type Medium = {
  id: string
  mime_type: string
  /** Lowercase hex. */
  sha256: string
  file_size: number
  phone_number_id: string
}

/** Media with their real bytes, in a temporary folder. */
export type MediaStore = {
  add(phoneNumberId: string, mimeType: string, bytes: Buffer): Promise<Medium>
  get(id: string): Medium | undefined
  read(id: string): Promise<ReadStream>
  remove(id: string): Promise<boolean>
  isRemoved(id: string): boolean
  close(): Promise<void>
}

/** An empty store; its folder is created with the first medium. */
export function newMediaStore(): MediaStore {
  const media = new Map<string, Medium>()
  const removed = new Set<string>()
  let folder: Promise<string> | undefined
  const pathOf = async (id: string) => {
    folder ??= mkdtemp(join(tmpdir(), 'recado-media-'))
    return join(await folder, id)
  }
  // An id of an earlier start must not name another medium in this one.
  let next = Date.now() * 1_000
  return {
    async add(phoneNumberId, mimeType, bytes) {
      next += 1
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const medium = {
        id: String(next),
        mime_type: mimeType,
        sha256,
        file_size: bytes.length,
        phone_number_id: phoneNumberId,
      }
      await writeFile(await pathOf(medium.id), bytes)
      media.set(medium.id, medium)
      return medium
    },
    get: (id) => media.get(id),
    read: async (id) => createReadStream(await pathOf(id)),
    async remove(id) {
      if (!media.delete(id)) return false
      removed.add(id)
      await rm(await pathOf(id), { force: true })
      return true
    },
    isRemoved: (id) => removed.has(id),
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true })
    },
  }
}
