import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { streamOf } from '@recado/application/ids'
import { deleteMedia } from '@recado/domain/media/delete-media'
import type { MediaReceived } from '@recado/domain/media/events'
import { media } from '@recado/domain/media/media'

/** Gives up a file of the person for good: the media store removes its copy, and makes none any more (ADR 102). */
export async function deleteFile(
  deps: ExecuteDeps,
  id: string,
  context: CommandContext,
): Promise<void> {
  for await (const { data } of deps.store.readStream(streamOf(media, id))) {
    const { connection_id, provider_media_id } = data as MediaReceived['data']
    const command = { connection_id, provider_media_id, at: context.now().toISOString() }
    await execute(deps, { aggregate: media, id, decide: deleteMedia, command, context })
    return
  }
}
