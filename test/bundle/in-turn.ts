import { t as file, test } from 'tap'

type End = () => unknown

/**
 * Runs test files one after the other in this process. The teardowns of a file run before the next file starts, so that
 * no more servers run than for a single file.
 * @public the module that groups.ts writes imports it
 */
export async function inTurn(files: Readonly<Record<string, () => Promise<unknown>>>) {
  for (const [name, load] of Object.entries(files)) {
    const ends: End[] = []
    file.teardown = (end: End) => void ends.unshift(end)
    // A file waits for its servers while it loads. It must load within a test, because the runner takes a pause between
    // tests for the end.
    await test(`${name} begins`, async () => void (await load()))
    await test(`${name} ends`, async () => {
      for (const end of ends) await end()
    })
  }
}
