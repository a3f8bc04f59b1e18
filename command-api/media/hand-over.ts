import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { mediumId } from '@recado/application/media/account-medium'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { media } from '@recado/domain/media/media'
import { uploadMedia } from '@recado/domain/media/upload-media'
import { asText } from '@recado/domain/provider-event/loose-json'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { providerId } from '@recado/infra/providers/judged-answer'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import type { MediaType } from './media-type.ts'
import type { Upload } from './read-upload.ts'
import { uploadForm } from './upload-form.ts'

/** A file as the provider took it. */
export type Taken = {
  /** The provider's id. */
  readonly id: string
  /** Log position of the fact. */
  readonly position: bigint | null
}

/** Sends a file to the provider and notes what it calls it. 422 when the provider refuses it, 502 when it fails. */
export async function handOver(
  connection: ConnectionEntry,
  { file, filename }: Upload,
  type: MediaType,
  context: CommandContext,
  deps: CommandDeps,
): Promise<Taken | HttpProblem> {
  const path = `/${connection.phone_number_id}/media`
  const stream = uploadForm(file, type)
  const result = await deps.graph.call(connection, { method: 'POST', path, stream })
  noteCredentials(deps, connection, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  if (result.kind === 'failed') return providerFailed(result.error)
  const id = providerId(asText(result.body.id))
  if (id === null) return new HttpProblem(502, 'provider_error', 'the provider answered no id')
  const { size: file_size, sha256 } = file
  const known = { connection_id: connection.id, provider_media_id: id, filename, file_size, sha256 }
  const command = { ...known, mime_type: type.mime_type, at: context.now().toISOString() }
  const stream_id = mediumId(connection.id, id)
  const order = { aggregate: media, id: stream_id, decide: uploadMedia, command, context }
  const done = await execute(deps, order)
  return { id, position: 'position' in done ? done.position : null }
}
