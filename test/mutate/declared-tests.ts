import { Test, type TestOpts } from 'tap'

// Stands for tap in the test files that judge mutants: a file that is loaded again runs its tests again, while the modules
// that it tests stay loaded.

type Declaration = Parameters<Test['test']>

const FILE: TestOpts = { name: 'file', timeout: 0 }
const declared: Declaration[] = []
const teardowns: (() => unknown)[] = []

/** @public Imported by the tests, as tap's. */
export const test = (...declaration: Declaration) => void declared.push(declaration)
/** @public */
export const after = (end: () => unknown) => void teardowns.push(end)
/** @public */
export const t = { test, teardown: after }

/** Runs the tests that were declared since the last call. @returns whether all have passed */
export async function runDeclared(): Promise<boolean> {
  const file = new Test(FILE)
  file.resume()
  for (const end of teardowns.splice(0)) file.teardown(end)
  for (const declaration of declared.splice(0)) file.test(...declaration)
  file.end()
  await file.concat()
  return file.results?.ok === true
}
