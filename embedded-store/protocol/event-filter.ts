import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { Recorded } from './recorded.ts'
import { invalidArgument, RpcError } from './rpc-error.ts'

/** Events considered between two checkpoints when the client names no window. */
const DEFAULT_WINDOW_EVENTS = 32

/** Which events of `$all` are wanted, and how often to send a checkpoint. */
export type EventFilter = {
  readonly matches: (event: Recorded) => boolean
  readonly checkpointEvery: number
}

/**
 * The filter of a request. Regular expressions are JavaScript's, unanchored.
 * @throws RpcError UNKNOWN for an expression that does not compile, as the real server answers
 */
export function eventFilter(options: streamsPb.ReadReq.Options.FilterOptions): EventFilter {
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW_EVENTS
  const checkpointEvery = Math.max(1, options.getCheckpointintervalmultiplier()) * window
  const byStream = options.getStreamIdentifier()
  const matches = matcher(byStream ?? options.getEventType())
  return byStream
    ? { checkpointEvery, matches: ({ stream }) => matches(stream) }
    : { checkpointEvery, matches: ({ type }) => matches(type) }
}

type Expression = streamsPb.ReadReq.Options.FilterOptions.Expression

function matcher(expression: Expression | undefined): (text: string) => boolean {
  if (!expression) throw invalidArgument('the filter names neither streams nor event types')
  const prefixes = expression.getPrefixList()
  if (prefixes.length > 0) return (text) => prefixes.some((prefix) => text.startsWith(prefix))
  const regex = compileRegex(expression.getRegex())
  return (text) => regex.test(text)
}

function compileRegex(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new RpcError(status.UNKNOWN, 'Exception was thrown by handler.')
  }
}
