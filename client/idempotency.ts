import type { paths } from './api.ts'

/** The routes that take an Idempotency-Key. */
type Keyed = {
  [Path in keyof paths]: paths[Path] extends { post: { parameters: { header?: infer Header } } }
    ? [NonNullable<Header>] extends [never]
      ? never
      : 'Idempotency-Key' extends keyof NonNullable<Header>
        ? Path
        : never
    : never
}[keyof paths]

// One that is missing here, or was taken away, does not compile.
const KEYED: Readonly<Record<Keyed, true>> = {
  '/messages': true,
  '/messages/interactive': true,
  '/messages/media': true,
  '/messages/template': true,
  '/messages/text': true,
  '/webhooks/deliveries/{id}/redeliver': true,
  '/webhooks/recover': true,
  '/webhooks/test': true,
}

const PATTERNS = Object.keys(KEYED).map(
  (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
)

const HEADER = 'idempotency-key'
/** Repeated, these do what they did already. */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'PATCH']

/** Gives a send its key, once for all tries of it, unless the caller gave one. @param path below the base URL */
export function drawKey(request: Request, path: string): void {
  if (request.method !== 'POST' || request.headers.has(HEADER)) return
  if (PATTERNS.some((pattern) => pattern.test(path)))
    request.headers.set(HEADER, crypto.randomUUID())
}

/** Whether a request may be made again when nobody knows what became of it. */
export function isRepeatable({ method, headers }: Request): boolean {
  return REPEATABLE.includes(method) || headers.has(HEADER)
}
