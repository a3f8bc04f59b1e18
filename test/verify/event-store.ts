import { nameServer } from '@recado/infra/event-store/name-server'
import { parseOptions } from '@recado/tools/parse-options'
import { type Console, runTool, UsageError } from '@recado/tools/run-tool'
import { CONTRACT, FIRST_PATH } from './files.ts'
import { type Result, runFile } from './run-file.ts'

// Says in a table what does not hold on an EventStoreDB: the contract of the embedded store, and the first path of
// the whole product. Give it a server of its own: what it writes stays there.

const OPTIONS = { url: { type: 'string' }, help: { type: 'boolean' } } as const
const USAGE = `npm run verify:eventstore -- --url esdb://…

Says in a table what does not hold on this server. Give it one of its own: what is written stays there.
Exit code 0: all holds; 1: something does not; 2: not understood; 3: the server does not answer.`

await runTool(async ({ args, print }) => {
  const { url, help } = parseOptions(args, OPTIONS, USAGE)
  if (help) return print(USAGE).then(() => 0)
  if (url === undefined) throw new UsageError(`name the server\n\n${USAGE}`)
  return verify(url, print)
})

async function verify(url: string, print: Console['print']): Promise<number> {
  const { version, node } = await nameServer(url)
  await print(`EventStoreDB ${version} at ${hidden(node)}`)
  const results: Result[] = []
  for (const file of CONTRACT) results.push(...(await runTwice(file, node)))
  results.push(...(await runTwice(FIRST_PATH, url)))
  for (const { file, name, holds } of results)
    await print(`| ${holds ? 'holds' : 'DOES NOT'} | ${file} | ${name} |`)
  for (const { file, why } of results)
    if (why.length > 0) await print(`\n${file}\n${why.join('\n')}`)
  const holding = results.filter(({ holds }) => holds).length
  await print(`${holding} of ${results.length} hold on ${version}`)
  return holding === results.length ? 0 : 1
}

/** A server may end a subscription at any time, or elect another leader: a difference is there again the second time. */
async function runTwice(file: string, url: string): Promise<Result[]> {
  const results = await runFile(file, url)
  return results.every(({ holds }) => holds) ? results : runFile(file, url)
}

/** Without the login. */
function hidden(url: string): string {
  return url.replace(/\/\/[^@/?]*@/, '//')
}
