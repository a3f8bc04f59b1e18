import type { SendContent } from '@recado/application/sending/send-request'
import { fieldsOf, orderedObject } from '@recado/domain/exact-json'
import { asRecord, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import { CALLER_DATA_FIELDS } from './named-media.ts'

/** The names of the files of a send, by the provider's ids; without those that have none. */
export type Filenames = ReadonlyMap<string, string | null | undefined>

/** The content with the file's own name on each document whose name the caller leaves out. */
export function withFilenames(
  { message_type, content }: SendContent,
  filenames: Filenames,
): object | null {
  if (content === null || ![...filenames.values()].some(Boolean)) return content
  const named =
    message_type === 'document'
      ? withFilename(content, filenames)
      : fillFilenames(content, filenames)
  return named as object
}

function fillFilenames(native: unknown, filenames: Filenames): unknown {
  if (Array.isArray(native)) return native.map((item) => fillFilenames(item, filenames))
  if (!isRecord(native)) return native
  return orderedObject(
    fieldsOf(native).map(([name, value]) => {
      if (CALLER_DATA_FIELDS.has(name)) return [name, value]
      return [
        name,
        name === 'document' ? withFilename(value, filenames) : fillFilenames(value, filenames),
      ]
    }),
  )
}

function withFilename(document: unknown, filenames: Filenames): unknown {
  const { id, filename: given } = asRecord(document)
  const filename = filenames.get(asText(id) ?? '') ?? null
  return given == null && filename !== null ? { ...asRecord(document), filename } : document
}
