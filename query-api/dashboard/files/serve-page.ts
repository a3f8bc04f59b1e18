import { createHash } from 'node:crypto'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { PageFile, PageFiles } from '@recado/infra/http/page-files'
import { sendProblem } from '@recado/infra/http/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Only files and routes of this server, and no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
}

/** Serves the page and its files from memory. Other paths below /dashboard return the page, whose router shows them. */
export function servePage(app: FastifyInstance, page: PageFiles | null): void {
  const etags = new Map([...(page ?? [])].map(([name, { bytes }]) => [name, etagOf(bytes)]))
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = page?.get(name)
    if (file === undefined) return sendProblem(reply, notBuilt(name))
    const etag = etags.get(name) ?? ''
    const isIndex = name === 'index.html'
    const keep = isIndex ? 'no-cache' : 'public, max-age=31536000, immutable'
    reply.headers({ ...HEADERS, etag, 'cache-control': keep })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return sendFile(request, reply, file)
  }
  app.get('/dashboard', async (request, reply) => send(request, reply, 'index.html'))
  app.get<{ Params: { '*': string } }>('/dashboard/*', async (request, reply) => {
    const path = request.params['*']
    if (/^v1(\/|$)/.test(path)) return reply.callNotFound()
    const asset = /^assets\/([\w.-]+)$/.exec(path)?.[1]
    return send(request, reply, asset ?? 'index.html')
  })
}

function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, brotli }: PageFile,
): FastifyReply {
  reply.type(type)
  const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
  return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(bytes)
}

function notBuilt(name: string): HttpProblem {
  const message =
    name === 'index.html'
      ? 'the dashboard was not built; run npm run build'
      : 'there is no such file; load the page again'
  return new HttpProblem(404, 'not_found', message)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}
