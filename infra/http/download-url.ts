import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Our own download route for a file, as clients reach it: by PUBLIC_URL, or as this request came. */
export function downloadUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  connectionId: string,
  id: string,
): string {
  const base = PUBLIC_URL ?? `${protocol}://${host}`
  return `${base}/api/v1/media/${encodeURIComponent(id)}/download?connection_id=${connectionId}`
}
