import type { paths } from './api.ts'

/** The paths whose POST accepts an Idempotency-Key. */
type Keyed = {
  [Path in keyof paths]: paths[Path] extends { post: { parameters: { header?: infer Header } } }
    ? [NonNullable<Header>] extends [never]
      ? never
      : 'Idempotency-Key' extends keyof NonNullable<Header>
        ? Path
        : never
    : never
}[keyof paths]

// A path that is missing here, or that no longer accepts the header, does not compile.
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
/** Methods that are safe to repeat without a key. */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'PATCH']

/** Adds a random Idempotency-Key unless the caller set one. All attempts share it. @param path below the base URL */
export function drawKey(request: Request, path: string): void {
  if (request.method !== 'POST' || request.headers.has(HEADER)) return
  if (PATTERNS.some((pattern) => pattern.test(path)))
    request.headers.set(HEADER, crypto.randomUUID())
}

/** Whether a request may be repeated when its outcome is unknown. */
export function isRepeatable({ method, headers }: Request): boolean {
  return REPEATABLE.includes(method) || headers.has(HEADER)
}
