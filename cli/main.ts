import { once } from 'node:events'
import { run } from './run.ts'

// A reader that went, such as `head`, wants no more.
process.stdout.on('error', () => process.exit(0))

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
    // At a second signal the process ends at once.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => interruption.abort())
    return interruption.signal
  },
})
