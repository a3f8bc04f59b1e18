import { KEY_BYTES, KEYS_IN_BATCH, type KeyBatch, type NamedKey } from './key-batch.ts'

/** Batches stored at a time: few by a process that seals little, as unused keys are wasted at its end. */
const FEWEST = 4
const MOST = 64

/** New keys, stored ahead, so that a fact is sealed without a statement, and while the vault is away. */
export type KeyStock = {
  /** A key that nobody has taken. @throws what `make` threw, when none is left */
  take(): NamedKey | Promise<NamedKey>
  /** Stores keys ahead if few are left, in the background. */
  fill(): void
}

export type StockOptions = {
  /** So many new batches, once they are stored. */
  readonly make: (amount: number) => Promise<readonly KeyBatch[]>
  /** Whether a key may still be given out; any may by default. */
  readonly isFresh?: (key: NamedKey) => boolean
}

export function stockOf({ make, isFresh = () => true }: StockOptions): KeyStock {
  const left: NamedKey[] = []
  let amount = FEWEST
  let refilling: Promise<void> | null = null

  const refill = async () => {
    const made = await make(amount)
    left.unshift(...made.flatMap(keysOf).reverse())
    amount = Math.min(MOST, amount * 2)
  }
  const begin = (): Promise<void> => {
    refilling ??= refill().finally(() => {
      refilling = null
    })
    return refilling
  }
  const next = (): NamedKey | undefined => {
    const key = left.pop()
    if (key === undefined || isFresh(key)) return key
    // The keys are in the order in which they were made, so few others are fresh: new ones cost less than a search.
    left.length = 0
    return undefined
  }
  const fill = () => {
    const first = left.at(-1)
    if (first !== undefined && !isFresh(first)) left.length = 0
    // The next caller is told of a fault, if none is left by then.
    if (left.length < (amount * KEYS_IN_BATCH) / 4) begin().catch(() => undefined)
  }
  const takeLater = async (): Promise<NamedKey> => {
    for (;;) {
      await begin()
      const key = next()
      if (key !== undefined) return key
    }
  }
  return {
    take() {
      const key = next()
      if (key === undefined) return takeLater()
      fill()
      return key
    },
    fill,
  }
}

function keysOf({ batch, keys }: KeyBatch): readonly NamedKey[] {
  return Array.from({ length: KEYS_IN_BATCH }, (_, n) => ({
    kid: `${batch}.${n}`,
    key: keys.subarray(n * KEY_BYTES, (n + 1) * KEY_BYTES),
  }))
}
