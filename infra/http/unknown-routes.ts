import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './http-problem.ts'
import { sendProblem } from './problems.ts'

/** A method and a path with `:parameters` or, as in OpenAPI, `{parameters}`. */
export type KnownRoute = { readonly method: string; readonly url: string }

/** Answers unknown paths with 404, known ones with 405. @param elsewhere routes of other processes at this address */
export function answerUnknownRoutes(app: FastifyInstance, elsewhere: readonly KnownRoute[]): void {
  const known = new Map<string, { path: RegExp; methods: Set<string> }>()
  const add = ({ method, url }: KnownRoute) => {
    const entry = known.get(url) ?? { path: pathPattern(url), methods: new Set() }
    known.set(url, entry)
    entry.methods.add(method)
  }
  elsewhere.forEach(add)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) add({ method: one, url })
  })
  app.setNotFoundHandler(async (request, reply) =>
    sendProblem(reply, unknownRoute(request, reply, [...known.values()])),
  )
}

function unknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  known: readonly { path: RegExp; methods: ReadonlySet<string> }[],
): HttpProblem {
  const [path = ''] = request.url.split('?')
  const allowed = new Set(known.filter((k) => k.path.test(path)).flatMap((k) => [...k.methods]))
  if (allowed.size === 0 || allowed.has(request.method)) {
    return new HttpProblem(404, 'not_found', 'there is no such route; see GET /openapi.json')
  }
  const allow = [...allowed].sort().join(', ')
  reply.header('allow', allow)
  return new HttpProblem(405, 'method_not_allowed', `this path takes ${allow}`)
}

function pathPattern(url: string): RegExp {
  const pattern = url.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replace(/:[^/]+|\{[^/]+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`)
}
