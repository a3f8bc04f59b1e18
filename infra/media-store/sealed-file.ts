import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** What a sealed file is bound to: under another account or name it does not open. */
export type SealedFor = { readonly account_id: string; readonly file_ref: string }

// The form is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption and its Nonce-Reuse
// Misuse-Resistance, 2015): each chunk is sealed by itself, and its nonce counts the chunks and marks the last one. So a
// file that was cut, or whose chunks were exchanged, does not open, and no byte is passed on before its chunk is
// authenticated.
const ALGORITHM = 'aes-256-gcm'
const MAGIC = Buffer.from('RCM1')
const SALT_BYTES = 32
const HEADER_BYTES = MAGIC.length + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** A stored file that is missing, cut or altered, or sealed under another key. */
export class FileUnreadable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the stored file cannot be read: ${reason}`, options)
    this.name = 'FileUnreadable'
  }
}

/** The size of a sealed file whose content has so many bytes. */
function sealedBytes(contentBytes: number): number {
  return HEADER_BYTES + contentBytes + TAG_BYTES * chunksIn(contentBytes)
}

/** Seals content piece by piece. @param key of the account; each file has one of its own, derived with a random salt */
export async function* seal(
  content: AsyncIterable<Buffer>,
  key: Buffer,
  to: SealedFor,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const fileKey = keyOfFile(key, salt, to)
  yield Buffer.concat([MAGIC, salt])
  let chunk = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    waiting = Buffer.concat([waiting, piece])
    // The last chunk is marked, so a full one waits until it is known that more follows.
    while (waiting.length > CHUNK_BYTES) {
      yield sealChunk(fileKey, chunk++, false, waiting.subarray(0, CHUNK_BYTES))
      waiting = waiting.subarray(CHUNK_BYTES)
    }
  }
  yield sealChunk(fileKey, chunk, true, waiting)
}

/**
 * Opens a sealed file chunk by chunk.
 * @param contentBytes the size of its content
 * @throws FileUnreadable
 */
export async function* unseal(
  file: FileHandle,
  contentBytes: number,
  key: Buffer,
  to: SealedFor,
): AsyncGenerator<Buffer> {
  if ((await file.stat()).size !== sealedBytes(contentBytes))
    throw new FileUnreadable('its size has changed')
  const header = await readAt(file, 0, HEADER_BYTES)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new FileUnreadable('its form is unknown')
  const fileKey = keyOfFile(key, header.subarray(MAGIC.length), to)
  const chunks = chunksIn(contentBytes)
  const end = sealedBytes(contentBytes)
  for (let chunk = 0; chunk < chunks; chunk++) {
    const start = HEADER_BYTES + chunk * (CHUNK_BYTES + TAG_BYTES)
    const sealed = await readAt(file, start, Math.min(CHUNK_BYTES + TAG_BYTES, end - start))
    yield openChunk(fileKey, chunk, chunk === chunks - 1, sealed)
  }
}

/** Content without bytes is one empty chunk. */
function chunksIn(contentBytes: number): number {
  return Math.max(1, Math.ceil(contentBytes / CHUNK_BYTES))
}

function keyOfFile(key: Buffer, salt: Buffer, { account_id, file_ref }: SealedFor): Buffer {
  const purpose = JSON.stringify(['stored media', account_id, file_ref])
  return Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(chunk, NONCE_BYTES - 5)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

function sealChunk(key: Buffer, chunk: number, isLast: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(chunk, isLast))
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, chunk: number, isLast: boolean, sealed: Buffer): Buffer {
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv(ALGORITHM, key, nonceOf(chunk, isLast), options)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const content = decipher.update(sealed.subarray(0, -TAG_BYTES))
    return Buffer.concat([content, decipher.final()])
  } catch (cause) {
    throw new FileUnreadable('it was altered, or its key is another one', { cause })
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new FileUnreadable('it was cut')
    filled += bytesRead
  }
  return buffer
}
