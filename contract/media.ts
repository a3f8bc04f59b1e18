import { z } from 'zod'
import { ConnectionId } from './ids.ts'
import { ProviderId } from './kinds.ts'

export const Media = z
  .object({
    id: z.string().describe("The provider's media id; media.id of messages."),
    mime_type: z.string().describe('The type of the content, as the provider reports it.'),
    file_size: z.string().describe('In bytes.'),
    sha256: z
      .string()
      .nullable()
      .describe(
        'Of an uploaded or stored file: the hash of its bytes, in hex. Of any other one: as the provider reports it.',
      ),
    stored: z
      .boolean()
      .describe(
        'Extension. Whether Recado keeps a copy: the file can then be downloaded even if the provider has deleted it.',
      ),
    download_url: z.string().describe('Takes the same Bearer key; carries no credentials.'),
    download_requires_authorization: z
      .literal(true)
      .describe('Always: the download takes the header Authorization.'),
  })
  .meta({ id: 'Media', description: 'A file that a connection uploaded or received.' })
export type Media = z.infer<typeof Media>

/** An id of `.` or `..` would name another route of the provider. */
export const MediaParams = z.object({
  id: ProviderId.regex(/^(?!\.{1,2}$)/, 'must be the id of a file').describe(
    "The provider's id of the file, from POST /media or the content of a message.",
  ),
})

/** Query of the routes of one file. */
export const MediaQuery = z.object({
  connection_id: ConnectionId.describe('The connection that uploaded or received the file.'),
})
