/** Addresses at which the simulated WhatsApp of `npm start` is controlled; absent in production. */
export type Simulators = {
  readonly graph: string
  readonly waha: string
}

export type ControlResult =
  | { readonly kind: 'done'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'away' }

const TIMEOUT_MS = 5_000

/** @param path below /_sim */
export async function controlSimulator(
  origin: string,
  path: string,
  body: object,
): Promise<ControlResult> {
  try {
    const answer = await fetch(`${origin}/_sim${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { data, error } = (await answer.json()) as Answer
    return answer.ok
      ? { kind: 'done', data: data ?? {} }
      : { kind: 'refused', message: error?.message ?? `it answered ${answer.status}` }
  } catch {
    return { kind: 'away' }
  }
}

type Answer = { data?: Readonly<Record<string, unknown>>; error?: { message?: string } }
