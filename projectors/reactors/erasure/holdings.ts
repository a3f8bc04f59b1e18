/** A time in which an identity named a contact, ISO 8601; those of one identity follow each other. */
export type Holding = {
  readonly isTheirs: boolean
  readonly since: string
  /** Null while it was not released. */
  readonly until: string | null
}

/** When an identity meant the person, whoever had it before and after. */
export type Span = {
  /** Since nobody else had it; null for always. What it was claimed for came a moment before it was claimed. */
  readonly from: string | null
  readonly since: string
  /** Null while nobody else has had it since. */
  readonly until: string | null
  /** Until somebody else had it: in between it named nobody. */
  readonly freeUntil: string | null
}

/** When an identity meant the person. */
export function spansOf(holdings: readonly Holding[]): readonly Span[] {
  return holdings.flatMap((holding, n) => {
    if (!holding.isTheirs) return []
    const [before, next] = [holdings[n - 1], holdings[n + 1]]
    const freeUntil = next?.since ?? null
    return [
      {
        from: before === undefined ? null : (before.until ?? holding.since),
        since: holding.since,
        until: next === undefined || next.isTheirs ? freeUntil : (holding.until ?? next.since),
        freeUntil,
      },
    ]
  })
}

/**
 * The span in which an identity meant the person when something that names it was received.
 * @param isTheirs whether it is known to be about the person, so that the identity may have been claimed for it
 */
export function spanAt(
  spans: readonly Span[],
  received_at: string,
  isTheirs: boolean,
): Span | undefined {
  const begun = ({ from, since }: Span) => received_at >= (isTheirs ? (from ?? '') : since)
  return spans.find((span) => begun(span) && isUntil(span.until, received_at))
}

/** Whether nobody but the person can have had an identity when something that is known to be of before was received. */
export function wasNobodyElses(spans: readonly Span[], received_at: string): boolean {
  return spans.some(
    ({ from, freeUntil }) => received_at >= (from ?? '') && isUntil(freeUntil, received_at),
  )
}

/** Whether the person is the last who had the identity. */
export function isStillTheirs(spans: readonly Span[]): boolean {
  return spans.some(({ freeUntil }) => freeUntil === null)
}

function isUntil(until: string | null, at: string): boolean {
  return until === null || at < until
}
