import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { streamOf } from '@recado/application/ids'
import { keptUntil } from '@recado/application/media/kept-by-provider'
import type { Registry } from '@recado/application/registry/registry'
import type { PersonalDataFound } from '@recado/domain/erasure/events'
import { deleteMedia } from '@recado/domain/media/delete-media'
import type { MediaDeleted, MediaEvent } from '@recado/domain/media/events'
import { media } from '@recado/domain/media/media'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Providers } from '@recado/infra/providers/provider'

export type DeleteFilesDeps = ExecuteDeps & {
  readonly providers: Providers
  readonly registry: Pick<Registry, 'connection'>
}

export type Left = PersonalDataFound['data']['left_at_provider']

/** After so many calls that failed, a provider that is down is not asked for the rest of a portion. */
const MOST_FAILURES = 3

/**
 * Gives up files of the person for good: the provider is asked to delete them, and the media store removes its copies, and
 * makes none any more (ADR 102). No provider holds up an erasure: what it does not delete now it has for some days only.
 * @returns what the provider has left
 */
export async function deleteFiles(
  deps: DeleteFilesDeps,
  ids: readonly string[],
  context: CommandContext,
): Promise<Left> {
  const left: string[] = []
  const asked = { failures: 0 }
  for (const id of ids) {
    const until = await deleteFile(deps, id, asked, context)
    if (until !== null) left.push(until)
  }
  const until = left.sort().at(-1)
  return until === undefined ? undefined : { files: left.length, until }
}

type Asked = { failures: number }

/** @returns until when the provider keeps the file; null when it no longer has it */
async function deleteFile(
  deps: DeleteFilesDeps,
  id: string,
  asked: Asked,
  context: CommandContext,
): Promise<string | null> {
  const file = await readFile(deps, id)
  if (file === null) return null
  if (file.deleted !== null) return file.deleted.kept_until ?? null
  const at = context.now()
  const isGone = file.until <= at || (await isDeleted(deps, file, asked))
  const kept_until = isGone ? null : file.until.toISOString()
  const { connection_id, provider_media_id } = file
  const of = { connection_id, provider_media_id, ...(kept_until !== null && { kept_until }) }
  const command = { ...of, at: at.toISOString() }
  await execute(deps, { aggregate: media, id, decide: deleteMedia, command, context })
  return kept_until
}

type File = Pick<MediaDeleted['data'], 'connection_id' | 'provider_media_id'> & {
  /** When the provider deletes it by itself. */
  readonly until: Date
  readonly deleted: MediaDeleted['data'] | null
}

/** The file of a stream; null for a stream without one. */
async function readFile({ store }: DeleteFilesDeps, id: string): Promise<File | null> {
  let file: File | null = null
  for await (const event of store.readStream(streamOf(media, id))) {
    const { type, data } = event as RecordedEvent<MediaEvent>
    const { connection_id, provider_media_id } = data
    const of = { connection_id, provider_media_id, deleted: null }
    if (type === 'MediaUploaded') file ??= { ...of, until: keptUntil('uploaded', data.uploaded_at) }
    if (type === 'MediaReceived') file ??= { ...of, until: keptUntil('received', data.received_at) }
    if (type === 'MediaDeleted' && file !== null) file = { ...file, deleted: data }
  }
  return file
}

/** Asks the provider to delete a file. A provider without files of its own has nothing left. */
async function isDeleted(
  { registry, providers }: DeleteFilesDeps,
  { connection_id, provider_media_id }: File,
  asked: Asked,
): Promise<boolean> {
  const connection = registry.connection(connection_id)
  if (connection === undefined || connection.released) return false
  const calls = providers.get(connection.type)?.media
  if (calls === undefined) return true
  if (asked.failures >= MOST_FAILURES) return false
  const { kind } = await calls.delete(connection, provider_media_id)
  if (kind === 'failed') asked.failures += 1
  return kind === 'ok' || kind === 'gone'
}
