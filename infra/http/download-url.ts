import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Our download route of a file as clients reach it: by PUBLIC_URL, else by the host of this request. */
export function downloadUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { connection_id, media_id }: Readonly<Record<'connection_id' | 'media_id', string>>,
): string {
  const base = PUBLIC_URL ?? `${protocol}://${host}`
  return `${base}/api/v1/media/${encodeURIComponent(media_id)}/download?connection_id=${connection_id}`
}
