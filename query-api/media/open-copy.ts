import type { MediumContent } from '@recado/infra/providers/media-calls'
import type { FastifyBaseLogger } from 'fastify'
import type { ServedDeps } from '../deps.ts'
import type { FoundMedium } from './find-medium.ts'

/** The copy of a file in the media store, authenticated; null without a usable one, so that the provider is asked. */
export async function openCopy(
  { connection: { account_id }, medium: { id, copy } }: FoundMedium,
  { mediaStore }: Pick<ServedDeps, 'mediaStore'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<MediumContent | null> {
  if (mediaStore === null || copy === null) return null
  const { mime_type, ...file } = copy
  try {
    const content = await mediaStore.read({ ...file, account_id })
    return { mime_type, content, length: String(file.size) }
  } catch (err) {
    log.warn(
      { err, media_id: id },
      'the stored copy of a file cannot be served; its provider is asked',
    )
    return null
  }
}
