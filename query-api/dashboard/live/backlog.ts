/** An entry of a backlog: a fact as text, or a gap of dropped facts. */
export type BacklogEntry =
  | { readonly kind: 'fact'; readonly position: bigint; readonly frame: string }
  | { readonly kind: 'gap'; readonly to: bigint }

/** The facts that one client has not received yet. */
export type Backlog = {
  put(position: bigint, frame: string): void
  take(): BacklogEntry | null
  isEmpty(): boolean
}

/** A backlog beyond these bounds is dropped and becomes a gap. */
const MAX_FRAMES = 1_000
const MAX_CHARS = 512 * 1024

export function openBacklog(): Backlog {
  let waiting: BacklogEntry[] = []
  let length = 0
  let lost: bigint | null = null
  return {
    put(position, frame) {
      if (lost === null && waiting.length < MAX_FRAMES && length + frame.length <= MAX_CHARS) {
        waiting.push({ kind: 'fact', position, frame })
        length += frame.length
        return
      }
      lost = position
      waiting = []
      length = 0
    },
    take() {
      if (lost !== null) {
        const to = lost
        lost = null
        return { kind: 'gap', to }
      }
      const next = waiting.shift() ?? null
      if (next?.kind === 'fact') length -= next.frame.length
      return next
    },
    isEmpty: () => lost === null && waiting.length === 0,
  }
}
