import type { Socket } from 'node:net'

/** Node's own parser of a connection. It is not documented: where it is missing, Node only parses more in vain. */
type Parsed = Socket & { readonly parser?: { onIncoming?: (() => number) | null } | null }

/** Any number but 0, 1 and 2 makes the parser give up. */
const GIVE_UP = -1

/**
 * Makes Node leave the rest of what it has read. It reads 64 KB at once, which may be 2,600 requests, and makes objects of
 * each, with an error for it afterwards, even when the connection was destroyed at the second.
 */
export function stopParsing(socket: Socket): void {
  const { parser }: Parsed = socket
  if (parser?.onIncoming) parser.onIncoming = () => GIVE_UP
}
