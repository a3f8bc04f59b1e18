import { type Console, FAILED } from '../run-tool.ts'
import { withServices } from '../services.ts'
import { toolConfig } from '../tool-config.ts'
import { withSignal } from '../with-signal.ts'
import { replayOptions, USAGE } from './options.ts'
import { runReplay, summaryOf } from './replay.ts'

/**
 * @returns the exit code: 0 when nothing is left to record, 1 when something is, 3 when ended early
 * @throws UsageError
 */
export async function replayCommand(console: Console): Promise<number> {
  const options = replayOptions(console.args)
  if (options === 'help') {
    await console.print(USAGE)
    return 0
  }
  const config = await toolConfig(console.env)
  return withSignal((signal) =>
    withServices(config, async (services) => {
      const replayed = await runReplay({ services, options, console, signal })
      if (replayed === null) return FAILED
      await console.print(summaryOf(replayed))
      return replayed.left === 0 ? 0 : 1
    }),
  )
}
