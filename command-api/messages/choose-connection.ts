import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/** The connection of the conversation that a reply names; null when the account has no such conversation. */
export type Reply = { readonly connection_id: string | null }

/**
 * The connection that a send names by uuid or number. All names must fit it. Among several with one number, it is that
 * of the conversation, or without one the only connected one.
 * @param found the connections that fit each name; null for a name that is neither a uuid nor a number
 * @param reply null unless the send names a conversation
 */
export function chooseConnection(
  found: readonly (readonly ConnectionEntry[] | null)[],
  reply: Reply | null,
): ConnectionEntry | HttpProblem {
  const [first, ...others] = found
  if (first === undefined) return invalidInput('connection_id (or from) is missing')
  if (first === null || others.includes(null))
    return invalidInput("connection_id must be a connection's UUID or its phone number")
  if (reply?.connection_id === null || found.some((matches) => matches?.length === 0))
    return notFound()
  const meant = first.filter(({ id }) =>
    others.every((matches) => matches?.some((other) => other.id === id)),
  )
  const [any] = meant
  if (any === undefined)
    return invalidInput('from and connection_id name different connections: send one')
  if (reply === null) return onlyConnected(meant)
  return meant.find(({ id }) => id === reply.connection_id) ?? any
}

function onlyConnected(matches: readonly ConnectionEntry[]): ConnectionEntry | HttpProblem {
  const left =
    matches.length === 1 ? matches : matches.filter(({ status }) => status === 'connected')
  const [single] = left
  return single !== undefined && left.length === 1 ? single : ambiguous(matches)
}

function ambiguous(matches: readonly ConnectionEntry[]): HttpProblem {
  const message = 'several connections have this number: send the UUID of one of the candidates'
  const extra = { candidates: matches.map(candidate) }
  return new HttpProblem(409, 'ambiguous_connection', message, { extra })
}

function candidate(connection: ConnectionEntry) {
  const { id, type, status, phone_number, phone_number_digits } = connection
  return { id, type, status, phone_number, phone_number_digits }
}
