import { t as file, test } from 'tap'
import { leavePlace } from '../kit/place.ts'
import { shareServers } from '../kit/product-servers.ts'

type End = () => unknown

/**
 * Runs test files one after the other in this process, over the same servers. The teardowns of a file run before the
 * next file starts, so that one product runs at a time.
 * @public the module that groups.ts writes imports it
 */
export async function inTurn(files: Readonly<Record<string, () => Promise<unknown>>>) {
  const stopServers = shareServers()
  file.teardown(() => leavePlace().finally(stopServers))
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
