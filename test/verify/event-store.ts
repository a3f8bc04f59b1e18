import { parseArgs } from 'node:util'
import { nameServer } from './name-server.ts'
import { type Result, runFile } from './run-file.ts'

// Says in a table what does not hold on an EventStoreDB: the contract of the embedded store, and the first path of
// the whole product. Give it a server of its own: what it writes stays there.

/** Files that assert only what is true of every EventStoreDB. */
const CONTRACT = [
  'deletion',
  'discover',
  'expected-revision',
  'idempotence',
  'metadata',
  'outcomes',
  'read',
  'subscribe',
].map((name) => `event-store/${name}.test.ts`)

const FIRST_PATH = 'slices/first-path.test.ts'

const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (!values.url) throw new Error('name the server: npm run verify:eventstore -- --url esdb://…')

const { version, node } = await nameServer(values.url)
say(`EventStoreDB ${version} at ${hidden(node)}`)
const results: Result[] = []
for (const file of CONTRACT) results.push(...(await runFile(file, node)))
results.push(...(await runFile(FIRST_PATH, values.url)))
const differences = results.filter(({ holds }) => !holds)
for (const { file, name, holds } of results)
  say(`| ${holds ? 'holds' : 'DOES NOT'} | ${file} | ${name} |`)
say(`${results.length - differences.length} of ${results.length} hold on ${version}`)
process.exit(differences.length === 0 ? 0 : 1)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Without the login. */
function hidden(url: string): string {
  return url.replace(/\/\/[^@/?]*@/, '//')
}
