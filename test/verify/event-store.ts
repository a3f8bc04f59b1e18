import { findServer } from '@recado/infra/event-store/find-server'
import { parseOptions } from '@recado/tools/parse-options'
import { type Console, runTool, UsageError } from '@recado/tools/run-tool'
import { CONTRACT, FIRST_PATH } from './files.ts'
import { type Result, runFile } from './run-file.ts'

// Prints a table of what holds on an EventStoreDB: the contract of the embedded store, and the first path of the
// whole product. Use a server of its own for it, because the events that it writes stay there.

const OPTIONS = { url: { type: 'string' }, help: { type: 'boolean' } } as const
const USAGE = `npm run verify:eventstore -- --url esdb://…

Prints a table of what holds on this server. Use a server of its own for it: the written events stay there.
Exit code 0: everything holds; 1: something does not; 2: invalid arguments; 3: the server does not answer.`

await runTool(async ({ args, print }) => {
  const { url, help } = parseOptions(args, OPTIONS, USAGE)
  if (help) return print(USAGE).then(() => 0)
  if (url === undefined) throw new UsageError(`name the server\n\n${USAGE}`)
  return verify(url, print)
})

async function verify(url: string, print: Console['print']): Promise<number> {
  const { version, node } = await findServer(url)
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

/** Runs a failed file again: a server may end a subscription or elect a leader at any time; a real difference repeats. */
async function runTwice(file: string, url: string): Promise<Result[]> {
  const results = await runFile(file, url)
  return results.every(({ holds }) => holds) ? results : runFile(file, url)
}

/** The URL without its login. */
function hidden(url: string): string {
  return url.replace(/\/\/[^@/?]*@/, '//')
}
