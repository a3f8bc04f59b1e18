import type { FastifyRequest } from 'fastify'
import { HttpProblem } from '../http-problem.ts'

/** Allows changes from our own pages only: by Sec-Fetch-Site, or Origin in older browsers. @throws HttpProblem 403 */
export function requireSameOrigin(
  { method, headers, protocol, host }: FastifyRequest,
  publicUrl: string | null,
): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const ours = publicUrl === null ? `${protocol}://${host}` : new URL(publicUrl).origin
  const isOurs = site === undefined ? headers.origin === ours : site === 'same-origin'
  if (!isOurs)
    throw new HttpProblem(403, 'forbidden', 'changes are made from the dashboard’s own pages only')
}
