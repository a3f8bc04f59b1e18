import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { MediaFile } from '../media-calls.ts'
import type { GraphStream } from './graph-calls.ts'

/** The form for `POST /{phone_number_id}/media`, read from disk while it is sent. */
export function uploadForm({ path, size, mime_type, extension }: MediaFile): GraphStream {
  const boundary = `recado-${randomUUID()}`
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const before = `${field('messaging_product', 'whatsapp')}${field('type', mime_type)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="file.${extension}"\r\nContent-Type: ${mime_type}\r\n\r\n`
  const after = `\r\n--${boundary}--\r\n`
  const content = async function* () {
    yield Buffer.from(before)
    yield* createReadStream(path)
    yield Buffer.from(after)
  }
  return {
    content: Readable.from(content(), { objectMode: false }),
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: Buffer.byteLength(before) + size + Buffer.byteLength(after),
  }
}
