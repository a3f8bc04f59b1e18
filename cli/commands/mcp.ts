import { Command } from 'commander'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'

/** `recado mcp`: the API as tools of an assistant. */
export function mcpCommand(io: Io): Command {
  return new Command('mcp')
    .description(
      'serve the API to an assistant over standard input and output (Model Context Protocol)',
    )
    .option('--allow-writes', 'also what changes something or sends; the key needs the scope write')
    .action(async ({ allowWrites = false }: { allowWrites?: boolean }, command: Command) => {
      const session = await openSession(io, command)
      // Loaded only now: the protocol brings much along.
      const { serve } = await import('../mcp/serve.ts')
      await serve(session, allowWrites)
    })
}
