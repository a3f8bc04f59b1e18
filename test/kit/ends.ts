import type { CloseFirst } from '@recado/infra/shutdown'

/** The clean-up functions of a test, oldest first. */
export type Ends = (() => Promise<unknown>)[]

/** Runs all of them, newest first, even when some fail; then throws the first failure. */
export async function endAll(ends: Ends): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends.splice(0).reverse()) await end().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Collects the close functions that parts of the product register. */
export function closing(ends: Ends): CloseFirst {
  return (close) => void ends.push(async () => close())
}
