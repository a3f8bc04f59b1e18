import type { CloseFirst } from '@recado/infra/shutdown'

/** What a test has to end, in the order it was begun. */
export type Ends = (() => Promise<unknown>)[]

/** Ends everything, newest first, whatever fails on the way; then throws the first failure. */
export async function endAll(ends: Ends): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends.splice(0).reverse()) await end().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** For parts of the product that tell how they are closed. */
export function closing(ends: Ends): CloseFirst {
  return (close) => void ends.push(async () => close())
}
