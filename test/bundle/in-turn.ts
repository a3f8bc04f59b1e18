import { t as file, test } from 'tap'

type End = () => unknown

/**
 * Runs test files one after the other in this process. What a file sets down to be ended with it ends before the next one
 * begins, so that no more of its servers stand than if it were alone.
 * @public the module that groups.ts writes imports it
 */
export async function inTurn(files: Readonly<Record<string, () => Promise<unknown>>>) {
  for (const [name, load] of Object.entries(files)) {
    const ends: End[] = []
    file.teardown = (end: End) => void ends.unshift(end)
    // A file waits for its world while it loads; within a test, for the runner takes a pause between tests for the end.
    await test(`${name} begins`, async () => void (await load()))
    await test(`${name} ends`, async () => {
      for (const end of ends) await end()
    })
  }
}
