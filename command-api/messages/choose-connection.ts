import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'

/**
 * The connection that a send names, by uuid or number. Of several with the number, the only connected one.
 * @param found what each name of the request fits: null when it is neither a uuid nor a number
 */
export function chooseConnection(
  found: readonly (readonly ConnectionEntry[] | null)[],
): ConnectionEntry | HttpProblem {
  const [chosen, ...others] = found.map(only)
  if (chosen === undefined) return invalidInput('connection_id (or from) is missing')
  for (const one of [chosen, ...others]) if (one instanceof HttpProblem) return one
  const disagrees = others.some(
    (other) => 'id' in chosen && 'id' in other && other.id !== chosen.id,
  )
  return disagrees
    ? invalidInput('from and connection_id name different connections: send one')
    : chosen
}

function only(matches: readonly ConnectionEntry[] | null): ConnectionEntry | HttpProblem {
  if (matches === null)
    return invalidInput("connection_id must be a connection's uuid or its phone number")
  const [first, ...rest] = matches
  if (first === undefined) return notFound()
  if (rest.length === 0) return first
  const connected = matches.filter(({ status }) => status === 'connected')
  const [single] = connected
  return single !== undefined && connected.length === 1 ? single : ambiguous(matches)
}

function ambiguous(matches: readonly ConnectionEntry[]): HttpProblem {
  const message = 'several connections have this number: send the uuid of one of the candidates'
  const extra = { candidates: matches.map(candidate) }
  return new HttpProblem(409, 'ambiguous_connection', message, { extra })
}

function candidate(connection: ConnectionEntry) {
  const { id, type, status, phone_number, phone_number_digits } = connection
  return { id, type, status, phone_number, phone_number_digits }
}
