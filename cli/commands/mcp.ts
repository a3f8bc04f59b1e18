import { Command } from 'commander'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'

export function mcpCommand(io: Io): Command {
  return new Command('mcp')
    .description(
      'serve the API to an assistant over standard input and output (Model Context Protocol)',
    )
    .option(
      '--allow-writes',
      'include tools that send or change data; needs a key with the write scope',
    )
    .action(async ({ allowWrites = false }: { allowWrites?: boolean }, command: Command) => {
      const session = await openSession(io, command)
      // Loaded on demand: the SDK of the protocol is large.
      const { serve } = await import('../mcp/serve.ts')
      await serve(session, allowWrites)
    })
}
