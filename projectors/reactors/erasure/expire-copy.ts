import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import type { MediaStored } from '@recado/domain/media/events'
import { expireStoredMedia } from '@recado/domain/media/expire-stored-media'
import { media, storedCopy } from '@recado/domain/media/media'

/** Gives up our copy of a file that the person sent; the media store removes it (ADR 102). */
export async function expireCopy(
  deps: ExecuteDeps,
  id: string,
  context: CommandContext,
): Promise<void> {
  const stream = streamOf(media, id)
  const { state } = await load(deps, media, stream)
  const file_ref = storedCopy(state)
  if (file_ref === null) return
  for await (const { type, data } of deps.store.readStream(stream)) {
    if (type !== 'MediaStored') continue
    const { connection_id, provider_media_id } = data as MediaStored['data']
    const command = { connection_id, provider_media_id, file_ref, at: context.now().toISOString() }
    await execute(deps, { aggregate: media, id, decide: expireStoredMedia, command, context })
    return
  }
}
