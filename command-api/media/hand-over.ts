import type { CommandContext } from '@recado/application/commands/command-context'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { asText } from '@recado/domain/provider-event/loose-json'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { providerId } from '@recado/infra/providers/judged-answer'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import type { MediaType } from './media-type.ts'
import type { Upload } from './read-upload.ts'
import { uploadForm } from './upload-form.ts'

/**
 * Sends a file to the provider. 422 when the provider refuses it, 502 when it fails.
 * @returns the provider's id of the file
 */
export async function handOver(
  connection: ConnectionEntry,
  { file }: Upload,
  type: MediaType,
  context: CommandContext,
  deps: CommandDeps,
): Promise<{ readonly id: string } | HttpProblem> {
  const path = `/${connection.phone_number_id}/media`
  const stream = uploadForm(file, type)
  const result = await deps.graph.call(connection, { method: 'POST', path, stream })
  noteCredentials(deps, connection, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  if (result.kind === 'failed') return providerFailed(result.error)
  const id = providerId(asText(result.body.id))
  return id === null
    ? new HttpProblem(502, 'provider_error', 'the provider answered no id')
    : { id }
}
