import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpProblem } from './http-problem.ts'
import { sendProblem } from './problems.ts'

/** A method and a path with `:parameters` or, as in OpenAPI, `{parameters}`. */
export type KnownRoute = { readonly method: string; readonly url: string }

type KnownPath = {
  /** The path with `:` for each parameter. */
  readonly shape: string
  readonly pattern: RegExp
  readonly methods: ReadonlySet<string>
}

/**
 * Answers unknown paths with 404, known ones with 405. A path that a route names literally, such as `/messages/text`,
 * belongs to it for every method, and is no id of `/messages/:id`; an empty id names nothing. The head alone is judged,
 * because Fastify's own handler of unknown routes would first hold the body of anybody.
 * @param elsewhere routes of other processes at this address
 */
export function answerUnknownRoutes(app: FastifyInstance, elsewhere: readonly KnownRoute[]): void {
  const known = knownPaths()
  elsewhere.forEach(known.add)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) known.add({ method: one, url })
  })
  app.addHook('onRequest', (request, reply, next) => {
    const path = strayPath(request, known)
    if (path === null) return next()
    sendProblem(reply, unknownRoute(known.of(path), request.method, reply))
  })
}

/** The path of a request that no route answers; null when one does. */
function strayPath(request: FastifyRequest, known: ReturnType<typeof knownPaths>): string | null {
  if (request.is404) return request.url.split('?')[0] ?? ''
  const { url = '' } = request.routeOptions
  const path = filledPath(url, request)
  return path === null || known.isOwn(url, path) ? null : path
}

/** The path that reached a route with parameters, where a slash within an id stays encoded; null for other routes. */
function filledPath(url: string, { params }: FastifyRequest): string | null {
  if (!url.includes('/:')) return null
  const filled = (name: string) => (params as Record<string, string>)[name] ?? ''
  return url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(filled(name)))
}

function knownPaths() {
  const known = new Map<string, KnownPath & { readonly methods: Set<string> }>()
  const rivals = new Map<string, readonly KnownPath[]>()
  /** The paths that are more literal than a route and may be meant where the route was reached; asked on each call. */
  const rivalsOf = (url: string) => {
    const found = rivals.get(url) ?? [...known.values()].filter(isMoreLiteralThan(url))
    rivals.set(url, found)
    return found
  }
  return {
    add({ method, url }: KnownRoute) {
      const shape = shapeOf(url)
      const entry = known.get(shape) ?? { shape, pattern: patternOf(shape), methods: new Set() }
      known.set(shape, entry)
      entry.methods.add(method)
      // Whatever can be read can be asked for without its body.
      if (method === 'GET') entry.methods.add('HEAD')
    },
    isOwn: (url: string, path: string) =>
      known.get(shapeOf(url))?.pattern.test(path) === true &&
      !rivalsOf(url).some(({ pattern }) => pattern.test(path)),
    /** The most literal of the known paths that fit. */
    of(path: string): KnownPath | undefined {
      const fitting = [...known.values()].filter(({ pattern }) => pattern.test(path))
      return fitting.find((one) => !fitting.some((other) => rank(other) < rank(one)))
    },
  }
}

function shapeOf(url: string): string {
  return url.replace(/:\w+|\{\w+\}/g, ':')
}

function patternOf(shape: string): RegExp {
  const pattern = shape.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replaceAll(':', '[^/]+')
  return new RegExp(`^${pattern}$`)
}

function isMoreLiteralThan(url: string): (other: KnownPath) => boolean {
  const shape = shapeOf(url)
  const pattern = patternOf(shape)
  return (other) => pattern.test(other.shape) && rank(other) < rank({ shape })
}

/** Sorts a literal segment before a parameter, segment by segment, as the router prefers them. */
function rank({ shape }: Pick<KnownPath, 'shape'>): string {
  return shape.replace(/[^/]+/g, (segment) => (segment === ':' ? '1' : '0'))
}

function unknownRoute(
  known: KnownPath | undefined,
  method: string,
  reply: FastifyReply,
): HttpProblem {
  if (known === undefined || known.methods.has(method)) {
    const message = 'there is no such route; GET /api/v1/openapi.json describes all of them'
    return new HttpProblem(404, 'not_found', message)
  }
  const allow = [...known.methods].sort().join(', ')
  reply.header('allow', allow)
  return new HttpProblem(405, 'method_not_allowed', `this path takes ${allow}`)
}
