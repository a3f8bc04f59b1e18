import { createHash } from 'node:crypto'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { PageFile, PageFiles } from '@recado/infra/http/page-files'
import { sendProblem } from '@recado/infra/http/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenAnswers } from '../../routing/open-answers.ts'

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

/** The page of the API's document sets styles of elements by script. */
const POLICY_OF_DOCS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
}

/**
 * Serves from memory the dashboard, at /dashboard and below, where its router shows the page of every other path; the page
 * of the API's document, at /docs; and what assistants read of it, at /llms.txt and /docs/SKILL.md.
 */
export function servePage(
  app: FastifyInstance,
  page: PageFiles | null,
  openAnswers: OpenAnswers,
): void {
  const etags = new Map([...(page ?? [])].map(([name, { bytes }]) => [name, etagOf(bytes)]))
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    policy = POLICY,
  ) => {
    await openAnswers(request, reply)
    const file = page?.get(name)
    if (file === undefined) return sendProblem(reply, notBuilt(name))
    const etag = etags.get(name) ?? ''
    const isNamedByContent = /\.(js|css)$/.test(name)
    const keep = isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache'
    reply.headers({ ...HEADERS, 'content-security-policy': policy, etag, 'cache-control': keep })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return sendFile(request, reply, file)
  }
  app.get('/', async (_, reply) => reply.redirect('/dashboard'))
  app.get('/llms.txt', async (request, reply) => send(request, reply, 'llms.txt'))
  for (const url of ['/docs', '/docs/'])
    app.get(url, async (request, reply) => send(request, reply, 'docs.html', POLICY_OF_DOCS))
  app.get('/docs/SKILL.md', async (request, reply) => send(request, reply, 'SKILL.md'))
  app.get<{ Params: { name: string } }>('/docs/assets/:name', async (request, reply) =>
    send(request, reply, request.params.name),
  )
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
    name === 'index.html' || name === 'docs.html'
      ? 'the pages were not built; run npm run build'
      : 'there is no such file; load the page again'
  return new HttpProblem(404, 'not_found', message)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}
