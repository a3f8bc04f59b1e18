import type { CommandContext } from '@recado/application/commands/command-context'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { Able } from '@recado/infra/http/require-connection'
import type { MediaCalls } from '@recado/infra/providers/media-calls'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import type { CommandDeps } from '../deps.ts'
import type { MediaType } from './media-type.ts'
import type { Upload } from './read-upload.ts'

/** Uploads a file to the provider. @returns its id there; 422 when the provider refuses it, 502 when it fails */
export async function uploadToProvider(
  { connection, ability: files }: Able<MediaCalls>,
  { file: { path, size } }: Upload,
  type: MediaType,
  context: CommandContext,
  deps: CommandDeps,
): Promise<{ readonly id: string } | HttpProblem> {
  const result = await files.upload(connection, { path, size, ...type })
  noteCredentials(deps, connection, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  if (result.kind === 'failed') return providerFailed(result.error)
  const id = result.value
  return id === null
    ? new HttpProblem(
        502,
        'provider_error',
        'the provider answered without an id; upload the file again',
      )
    : { id }
}
