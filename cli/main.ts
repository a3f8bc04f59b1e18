import { once } from 'node:events'
import { FAILED } from '@recado/tools/run-tool'
import { run } from './run.ts'
import { isTool } from './tools.ts'

const args = process.argv.slice(2)
process.stdout.on('error', (error) => process.exit(endOf(error)))
// Words that nobody hears are no reason to end.
process.stderr.on('error', () => undefined)

process.exitCode = await run(args, {
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  async write(chunk) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  },
  tell: (line) => void process.stderr.write(`${line}\n`),
  untilInterrupted() {
    const interruption = new AbortController()
    // At a second signal the process ends at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => interruption.abort())
    return interruption.signal
  },
})

/** A reader that went, such as `head`, wants no more; a full disk, or an audit without its end, is no success. */
function endOf({ code, message }: NodeJS.ErrnoException): number {
  if (code !== 'EPIPE') process.stderr.write(`the output cannot be written: ${message}\n`)
  if (isTool(args[0] ?? '')) return FAILED
  return code === 'EPIPE' ? 0 : 1
}
