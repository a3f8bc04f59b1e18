import { once } from 'node:events'
import { run } from './run.ts'

process.stdout.on('error', (error) => process.exit(endOf(error)))
// A closed standard error does not end the command.
process.stderr.on('error', () => undefined)

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  async write(chunk) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
  },
  tell: (line) => void process.stderr.write(`${line}\n`),
  untilInterrupted() {
    const interruption = new AbortController()
    // `once`: a second signal ends the process.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => interruption.abort())
    return interruption.signal
  },
})

/** A reader that closes the pipe, such as `head`, is a success; a full disk is not. */
function endOf({ code, message }: NodeJS.ErrnoException): number {
  if (code !== 'EPIPE') process.stderr.write(`cannot write the output: ${message}\n`)
  return code === 'EPIPE' ? 0 : 1
}
