import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import type { Registry } from '@recado/application/registry/registry'
import { media } from '@recado/domain/media/media'
import { mayStore, storeMedia } from '@recado/domain/media/store-media'
import type { MediaStore, Written } from '@recado/infra/media-store/media-store'
import type { MediumContent } from '@recado/infra/providers/media-calls'
import type { Providers } from '@recado/infra/providers/provider'
import { type CopyFailure, NotCopied, type Room, withinBounds } from './copied-content.ts'
import { isOfBytes } from './is-of-bytes.ts'
import type { QueuedFile } from './media-queue.ts'

export type CopyDeps = ExecuteDeps & {
  readonly mediaStore: MediaStore
  readonly providers: Providers
  readonly registry: Pick<Registry, 'connection'>
}

/** What limits the copies of one account in its turn. */
export type CopyLimits = {
  /** Reference of the key that seals the account's copies. */
  readonly keyRef: () => Promise<string>
  readonly room: Room
  readonly signal: AbortSignal
}

/** `done`: nothing is left to do, since the file was copied before or deleted. `position`: of the fact. */
export type Copied =
  | { readonly outcome: 'stored'; readonly position: bigint | null }
  | { readonly outcome: 'done' | CopyFailure }

/** How long a file may take: 100 MB at 350 KB a second. */
const MAX_COPY_MS = 5 * 60_000

/**
 * Copies a file from its provider into the media store, and records that. A repeat after a crash makes another copy, and
 * the one that no fact names is swept.
 * @throws what the folder, the vault, Postgres or the log says
 */
export async function copyFile(
  deps: CopyDeps,
  file: QueuedFile,
  limits: CopyLimits,
  context: CommandContext,
): Promise<Copied> {
  const { state } = await load(deps, media, streamOf(media, file.id))
  if (!mayStore(state)) return { outcome: 'done' }
  const opened = await openContent(deps, file)
  if (typeof opened === 'string') return { outcome: opened }
  const written = await write(deps, file, opened, limits)
  if (typeof written === 'string') return { outcome: written }
  if (!isOfBytes(state.sha256, written.sha256)) {
    await written.discard()
    return { outcome: 'altered' }
  }
  await written.keep()
  return record(deps, file, { ...written, mime_type: opened.mime_type }, context)
}

async function openContent(
  { registry, providers }: CopyDeps,
  { connection_id, provider_media_id }: QueuedFile,
): Promise<MediumContent | CopyFailure> {
  const connection = registry.connection(connection_id)
  const calls = connection && providers.get(connection.type)?.media
  if (connection === undefined || calls === undefined) return 'refused'
  const download = await calls.download(connection, provider_media_id)
  return download.kind === 'ok' ? download.value : download.kind
}

/** A file in the store, and the reference of its key. */
type Sealed = Written & { readonly key_ref: string }

/** Writes the content. @returns why there is none, when that lies with the content */
async function write(
  { mediaStore }: CopyDeps,
  { account_id }: QueuedFile,
  { content }: MediumContent,
  { keyRef, room, signal }: CopyLimits,
): Promise<Sealed | CopyFailure> {
  // A stream that is destroyed early reports that as an error.
  content.on('error', () => undefined)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_COPY_MS)])
  try {
    const of = { account_id, key_ref: await keyRef() }
    return { ...of, ...(await mediaStore.write(withinBounds(content, room), of, inTime)) }
  } catch (error) {
    if (error instanceof NotCopied) return error.failure
    if (inTime.aborted) return 'failed'
    throw error
  } finally {
    content.destroy()
  }
}

async function record(
  deps: CopyDeps,
  { id, connection_id, provider_media_id }: QueuedFile,
  {
    file_ref,
    key_ref,
    mime_type,
    size: file_size,
    sha256,
  }: Sealed & { readonly mime_type: string },
  context: CommandContext,
): Promise<Copied> {
  const of = { connection_id, provider_media_id, file_ref, key_ref, mime_type, file_size, sha256 }
  const command = { ...of, at: context.now().toISOString() }
  const done = await execute(deps, { aggregate: media, id, decide: storeMedia, command, context })
  if (done.refused === undefined && done.events.length > 0)
    return { outcome: 'stored', position: done.position }
  await deps.mediaStore.remove(file_ref)
  return { outcome: 'done' }
}
